package africa.soko.key;

import africa.soko.access.ApiKeys;
import africa.soko.access.CredentialStore;
import africa.soko.access.KeyKind;
import africa.soko.access.MemberStore;
import africa.soko.access.Partner;
import africa.soko.edge.Answer;
import africa.soko.edge.Call;
import africa.soko.edge.Caller.KeyHolder;
import africa.soko.edge.Caller.PartnerTerms;
import africa.soko.edge.Contract;
import africa.soko.edge.Environment;
import africa.soko.edge.ErrorCode;
import africa.soko.edge.Input;
import africa.soko.edge.KeyRefusals;
import africa.soko.edge.Refused;
import africa.soko.ledger.Ledger;
import africa.soko.security.PolicyCheck;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Short-lived tokens: from a key (SPEC "OAuth 2.0 client credentials"), and from an ID token (SPEC
/// "Identity-provider token endpoints").
final class TokenRoutes {
  private static final String GRANT = "client_credentials";

  private final Ledger ledger;
  private final MemberStore members;
  private final CredentialStore credentials;
  private final ApiKeys keys;
  private final PolicyCheck policy;
  private final Lives lives;

  /// How long tokens live.
  record Lives(Duration token, Duration session) {}

  record TokenRequest(
      @JsonProperty("grant_type") String grantType,
      @JsonProperty("client_id") @Nullable String clientId,
      @JsonProperty("client_secret") @Nullable String clientSecret,
      @Nullable String scope) {

    static TokenRequest of(Call call) {
      if (!call.hasForm()) return call.body(TokenRequest.class);
      var form = call.form();
      return new TokenRequest(
          form.requiredText("grant_type"),
          form.text("client_id"),
          form.text("client_secret"),
          form.text("scope"));
    }

    /// The secret is never printed.
    @Override
    public String toString() {
      return grantType;
    }
  }

  TokenRoutes(
      Ledger ledger,
      MemberStore members,
      CredentialStore credentials,
      ApiKeys keys,
      PolicyCheck policy,
      Lives lives) {
    this.ledger = ledger;
    this.members = members;
    this.credentials = credentials;
    this.keys = keys;
    this.policy = policy;
    this.lives = lives;
  }

  void bind(Contract contract) {
    contract.change("issueToken", this::issue);
    contract.change("openSession", this::open);
  }

  private Future<Answer> issue(Call call) {
    var request = TokenRequest.of(call);
    if (!request.grantType.equals(GRANT)) throw Input.invalid("grant_type", "must be " + GRANT);
    var client = Client.shown(call.request().headers(), request.clientId, request.clientSecret);
    return find(client, call.environment())
        .compose(
            found -> policy.check(holder(found), call.shown(), client.secret()).map(_ -> found))
        .compose(
            found ->
                ledger.send(
                    new IssueToken(
                        found.partner().partnerId(),
                        call.environment(),
                        client.id(),
                        narrowed(found.credential().scopes(), request.scope),
                        lives.token,
                        fresh()),
                    call.origin()))
        // RFC 6749, 5.1; that it is not to be stored is said of every such answer.
        .map(answer -> answer.with("Pragma", "no-cache"));
  }

  /// The key that a client is, if it may have tokens.
  private Future<CredentialStore.Found> find(Client client, Environment environment) {
    // A token makes no token: each would live on where the one before ends.
    if (client.secret().startsWith(KeyKind.TOKEN.prefix()) || !ApiKeys.valid(client.secret())) {
      return refuse(KeyRefusals.unknown());
    }
    return credentials
        .find(ApiKeys.hash(client.secret()))
        .recover(_ -> refuse(away()))
        .compose(
            known -> {
              var found =
                  known.filter(one -> one.credential().keyId().equals(client.id())).orElse(null);
              if (found == null) return refuse(KeyRefusals.unknown());
              var refused = found.refusal(environment);
              if (refused == null && !found.agreement().oauthClientCredentialsEnabled()) {
                refused =
                    Refused.of(ErrorCode.FORBIDDEN, "The grant is not enabled for the partner");
              }
              return refused == null ? Future.succeededFuture(found) : refuse(refused);
            });
  }

  /// As whom a client is held against what its partner demands.
  private static KeyHolder holder(CredentialStore.Found found) {
    var key = found.credential();
    var terms = new PartnerTerms(found.agreement().tier().name(), 0, 0, 0, 0, found.rules());
    return new KeyHolder(
        key.partnerId(), key.environment(), key.keyId(), key.type(), key.scopes(), terms);
  }

  /// What is asked for of the scopes of a key; all of them where nothing is.
  private static Set<String> narrowed(Set<String> held, @Nullable String asked) {
    if (asked == null || asked.isBlank()) return held;
    var scopes = Set.copyOf(List.of(asked.strip().split(" +", -1)));
    if (held.containsAll(scopes)) return scopes;
    throw Input.invalid("scope", "goes beyond the key");
  }

  private Future<Answer> open(Call call) {
    return members
        .join(call.identity(), call.now())
        .compose(
            found -> {
              if (found.isEmpty()) {
                return refuse(
                    Refused.of(ErrorCode.FORBIDDEN, "The ID token belongs to no partner"));
              }
              var member = found.get();
              var partner = member.partner();
              if (partner.status() == Partner.Status.SUSPENDED) {
                return refuse(KeyRefusals.suspended());
              }
              return ledger.send(
                  new OpenSession(
                      partner.partnerId(),
                      member.memberId(),
                      call.environment(),
                      lives.session,
                      fresh()),
                  call.origin());
            });
  }

  private FreshKey fresh() {
    return new FreshKey(keys.generate(KeyKind.TOKEN));
  }

  private static Refused away() {
    return Refused.of(
        ErrorCode.SERVICE_UNAVAILABLE, "Keys cannot be checked now; nothing was processed");
  }

  private static <T> Future<T> refuse(Refused refused) {
    return Future.failedFuture(refused.asException());
  }
}
