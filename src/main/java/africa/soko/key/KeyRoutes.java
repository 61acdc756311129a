package africa.soko.key;

import africa.soko.access.ApiKeys;
import africa.soko.access.Credential;
import africa.soko.access.CredentialStore;
import africa.soko.access.KeyKind;
import africa.soko.access.MemberStore;
import africa.soko.edge.Answer;
import africa.soko.edge.Call;
import africa.soko.edge.Caller;
import africa.soko.edge.Consent.Stake;
import africa.soko.edge.Contract;
import africa.soko.edge.Environment;
import africa.soko.edge.ErrorCode;
import africa.soko.edge.Identity;
import africa.soko.edge.KeyRefusals;
import africa.soko.edge.Refused;
import africa.soko.ledger.Command;
import africa.soko.ledger.Ledger;
import io.vertx.core.Future;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What a partner does with its keys (SPEC "Key management").
final class KeyRoutes {
  private final Ledger ledger;
  private final MemberStore members;
  private final CredentialStore credentials;
  private final ApiKeys keys;
  private final Duration grace;
  private final Runnable changed;

  record RevokeRequest(String apiKey) {}

  /// The data key as it can still be shown: all null if there is none.
  record DataKey(
      @Nullable String dataKey,
      @Nullable String keyId,
      @Nullable String maskedKey,
      @Nullable Instant createdAt) {
    static final DataKey NONE = new DataKey(null, null, null, null);

    static DataKey of(Credential key) {
      return new DataKey(key.maskedKey(), key.keyId(), key.maskedKey(), key.createdAt());
    }
  }

  /// @param changed called when it may have changed which keys count
  KeyRoutes(
      Ledger ledger,
      MemberStore members,
      CredentialStore credentials,
      ApiKeys keys,
      Duration grace,
      Runnable changed) {
    this.ledger = ledger;
    this.members = members;
    this.credentials = credentials;
    this.keys = keys;
    this.grace = grace;
    this.changed = changed;
  }

  void bind(Contract contract) {
    contract.change("rotateKey", this::rotate, _ -> Stake.of(Map.of()));
    contract.change("revokeKey", this::revoke, KeyRoutes::revoked);
    contract.read("getDataKey", this::dataKey);
    contract.change("issueDataKey", this::issueDataKey);
    contract.change("revokeDataKey", this::revokeDataKey, _ -> Stake.of(Map.of()));
  }

  /// A token, also one's own session, ends without anybody's consent.
  private static Stake revoked(Call call) {
    var text = call.body(RevokeRequest.class).apiKey();
    return text.startsWith(KeyKind.TOKEN.prefix())
        ? Stake.none()
        : Stake.of(Map.of("maskedKey", ApiKeys.mask(text)));
  }

  private Future<Answer> rotate(Call call) {
    var caller = call.caller();
    var fresh = new FreshKey(keys.generate(KeyKind.fullOf(caller.environment())));
    return send(
        call,
        new RotateKey(
            caller.partnerId(), caller.environment(), caller.keyId(), fresh, keys, grace));
  }

  private Future<Answer> revoke(Call call) {
    var text = call.body(RevokeRequest.class).apiKey();
    return partner(call)
        .compose(
            partnerId ->
                find(text, partnerId, call.environment())
                    .compose(
                        keyId -> send(call, new RevokeKey(partnerId, call.environment(), keyId))));
  }

  private Future<Answer> dataKey(Call call) {
    return credentials
        .list(call.caller().partnerId(), call.environment())
        .map(
            all ->
                Answer.ok(
                    all.stream()
                        .filter(key -> key.isData() && key.revokedAt() == null)
                        .findFirst()
                        .map(DataKey::of)
                        .orElse(DataKey.NONE)));
  }

  private Future<Answer> issueDataKey(Call call) {
    var caller = call.caller();
    var fresh = new FreshKey(keys.generate(KeyKind.DATA));
    return send(
        call, new IssueDataKey(caller.partnerId(), caller.environment(), caller.keyId(), fresh));
  }

  private Future<Answer> revokeDataKey(Call call) {
    return send(call, new RevokeDataKey(call.caller().partnerId(), call.environment()));
  }

  private Future<Answer> send(Call call, Command command) {
    return ledger.send(command, call.origin()).onComplete(_ -> changed.run());
  }

  /// Whose keys a request is about.
  private Future<String> partner(Call call) {
    return switch (call.principal()) {
      case Caller caller -> Future.succeededFuture(caller.partnerId());
      case Identity identity ->
          members
              .find(identity, call.now())
              .compose(
                  found -> {
                    if (found.isEmpty()) return notFound();
                    var member = found.get();
                    return member.allows("keys:write")
                        ? Future.succeededFuture(member.partner().partnerId())
                        : Future.failedFuture(KeyRefusals.lacks("keys:write").asException());
                  });
      default -> throw new IllegalStateException("nobody to revoke a key");
    };
  }

  private Future<String> find(String text, String partnerId, Environment environment) {
    if (!ApiKeys.valid(text)) return notFound();
    return credentials
        .find(ApiKeys.hash(text))
        .map(found -> found.map(CredentialStore.Found::credential))
        .compose(found -> own(found, partnerId, environment));
  }

  private static Future<String> own(
      Optional<Credential> found, String partnerId, Environment environment) {
    return found
        .filter(key -> key.partnerId().equals(partnerId) && key.environment() == environment)
        .map(key -> Future.succeededFuture(key.keyId()))
        .orElseGet(KeyRoutes::notFound);
  }

  private static Future<String> notFound() {
    return Future.failedFuture(Refused.of(ErrorCode.NOT_FOUND, "No such key").asException());
  }
}
