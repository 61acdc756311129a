package africa.soko.access;

import africa.soko.edge.AccessRules;
import africa.soko.edge.Caller;
import africa.soko.edge.Caller.KeyHolder;
import africa.soko.edge.Caller.PartnerTerms;
import africa.soko.edge.Caller.Session;
import africa.soko.edge.Caller.SubAccountToken;
import africa.soko.edge.Environment;
import africa.soko.edge.ErrorCode;
import africa.soko.edge.Identity;
import africa.soko.edge.KeyRefusals;
import africa.soko.edge.Operation.Auth;
import africa.soko.edge.Principal;
import africa.soko.edge.Refused;
import africa.soko.edge.RefusedException;
import africa.soko.edge.request.Authentication;
import africa.soko.platform.jwt.JwtVerifier;
import africa.soko.platform.jwt.KeysUnknown;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Resolves the credentials of requests. One belongs to one event loop; what they learn is shared.
///
/// A key that was seen within the last second is resolved at once, without a wait. A store that is
/// away is SERVICE_UNAVAILABLE, never a verdict on the key.
public final class Credentials implements Authentication {
  private static final CharSequence X_API_KEY = HttpHeaders.createOptimized("x-api-key");

  private final CredentialStore store;
  private final KeyCache cache;
  private final JwtVerifier identityTokens;
  private final SandboxTerms sandbox;
  private final Map<ByteBuffer, Future<Optional<CredentialStore.Found>>> asked = new HashMap<>();

  /// The limits of sandbox partners, whatever their tier.
  public record SandboxTerms(int requestsPerMinute, int streams) {}

  public Credentials(
      CredentialStore store, KeyCache cache, JwtVerifier identityTokens, SandboxTerms sandbox) {
    this.store = store;
    this.cache = cache;
    this.identityTokens = identityTokens;
    this.sandbox = sandbox;
  }

  @Override
  public Auth shown(MultiMap headers) {
    var key = Bearer.only(headers, X_API_KEY);
    var bearer = Bearer.token(headers);
    if (key != null) return Misplaced.isDataKey(key) ? Auth.KEY_OR_DATA : Auth.KEY;
    if (bearer == null) return showsKey(headers) ? Auth.KEY : Auth.NONE;
    if (Misplaced.isIdToken(bearer)) return Auth.ID_TOKEN;
    return Misplaced.isDataKey(bearer) ? Auth.KEY_OR_DATA : Auth.KEY;
  }

  private static boolean showsKey(MultiMap headers) {
    return headers.contains(X_API_KEY) || headers.contains(HttpHeaders.AUTHORIZATION);
  }

  @Override
  public @Nullable String lastKnown(MultiMap headers) {
    var key = Bearer.key(headers);
    return key.isEmpty() ? null : cache.ownerOf(ByteBuffer.wrap(ApiKeys.hash(key)));
  }

  @Override
  public Future<? extends Principal> principal(
      MultiMap headers, Auth auth, @Nullable Environment environment) {
    return switch (auth) {
      case KEY, KEY_OR_DATA -> caller(headers, environment);
      case KEY_OR_ID_TOKEN ->
          shown(headers) == Auth.ID_TOKEN ? identity(headers) : caller(headers, environment);
      case ID_TOKEN -> identity(headers);
      case CLIENT -> refuse(ErrorCode.AUTH_INVALID, "Clients are told by what they ask");
      case OPERATOR -> refuse(ErrorCode.AUTH_INVALID, "Operators are served elsewhere");
      case VISITOR, NONE -> Future.succeededFuture(Principal.NOBODY);
    };
  }

  private Future<Caller> caller(MultiMap headers, @Nullable Environment environment) {
    var bearer = Bearer.token(headers);
    var key = Bearer.only(headers, X_API_KEY);
    boolean both = headers.contains(X_API_KEY) && headers.contains(HttpHeaders.AUTHORIZATION);
    if (both && !Objects.equals(key, bearer)) {
      return refuse(ErrorCode.AUTH_INVALID, "Two different credentials were sent");
    }
    var shown = key == null ? bearer : key;
    if (shown == null || shown.isEmpty()) {
      return showsKey(headers)
          ? refuse(
              ErrorCode.AUTH_INVALID,
              "Send one key, once: as Authorization: Bearer <key> or as x-api-key")
          : refuse(ErrorCode.AUTH_MISSING, "Send the key as Authorization: Bearer or as x-api-key");
    }
    var misplaced = Misplaced.key(shown, environment);
    if (misplaced != null) return refuse(ErrorCode.AUTH_INVALID, misplaced);
    var hash = ByteBuffer.wrap(ApiKeys.hash(shown));
    var known = cache.find(hash);
    if (known != null) return verdict(known, environment);
    return ask(hash).compose(found -> verdict(found, environment));
  }

  private Future<Identity> identity(MultiMap headers) {
    var token = Bearer.token(headers);
    if (token == null) {
      return refuse(ErrorCode.AUTH_MISSING, "Send the ID token as Authorization: Bearer");
    }
    var misplaced = Misplaced.idToken(token);
    if (misplaced != null) return refuse(ErrorCode.AUTH_INVALID, misplaced);
    return identityTokens
        .verify(token)
        .map(Identity::of)
        .recover(
            fault ->
                fault instanceof KeysUnknown
                    ? refuse(ErrorCode.SERVICE_UNAVAILABLE, "ID tokens cannot be checked now")
                    : refuse(ErrorCode.AUTH_INVALID, "The ID token is not valid"));
  }

  /// Requests that come while the store is asked about their key wait for the same answer.
  @SuppressWarnings("ByteBufferBackingArray") // it only wraps the array of the hash
  private Future<Optional<CredentialStore.Found>> ask(ByteBuffer hash) {
    var running = asked.get(hash);
    if (running != null) return running;
    var answer =
        store
            .find(hash.array())
            .recover(fault -> Future.failedFuture(unavailable(fault)))
            .onSuccess(found -> cache.put(hash, found));
    asked.put(hash, answer);
    answer.onComplete(done -> asked.remove(hash));
    return answer;
  }

  private Future<Caller> verdict(
      Optional<CredentialStore.Found> found, @Nullable Environment environment) {
    if (found.isEmpty()) return refuse(KeyRefusals.unknown());
    var refused = found.get().refusal(environment);
    if (refused != null) return refuse(refused);
    return Future.succeededFuture(caller(found.get()));
  }

  private Caller caller(CredentialStore.Found found) {
    var credential = found.credential();
    var partnerId = credential.partnerId();
    var home = credential.environment();
    var keyId = credential.keyId();
    var scopes = found.scopes();
    var terms = terms(found.agreement(), home, found.rules());
    var subAccountId = credential.subAccountId();
    if (subAccountId != null) {
      return new SubAccountToken(partnerId, home, keyId, scopes, terms, subAccountId);
    }
    var memberId = credential.memberId();
    return memberId == null
        ? new KeyHolder(partnerId, home, keyId, credential.type(), scopes, terms)
        : new Session(partnerId, home, keyId, scopes, terms, memberId);
  }

  private PartnerTerms terms(Agreement agreed, Environment environment, AccessRules rules) {
    boolean live = environment == Environment.LIVE;
    int requests = live ? agreed.tier().requestsPerMinute() : sandbox.requestsPerMinute();
    int streams = live ? agreed.tier().streams() : sandbox.streams();
    return new PartnerTerms(
        agreed.tier().name().toLowerCase(Locale.ROOT),
        agreed.baseFeeBps(),
        agreed.markupFeeBps(),
        agreed.requestsPerMinute() == null ? requests : agreed.requestsPerMinute(),
        agreed.streams() == null ? streams : agreed.streams(),
        rules);
  }

  private static <T> Future<T> refuse(ErrorCode code, String message) {
    return refuse(Refused.of(code, "%s", message));
  }

  private static <T> Future<T> refuse(Refused refused) {
    return Future.failedFuture(new RefusedException(refused));
  }

  private static Throwable unavailable(Throwable fault) {
    var refused =
        new RefusedException(
            Refused.of(
                ErrorCode.SERVICE_UNAVAILABLE,
                "Keys cannot be checked now; nothing was processed"));
    refused.addSuppressed(fault);
    return refused;
  }
}
