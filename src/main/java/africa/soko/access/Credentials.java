package africa.soko.access;

import africa.soko.edge.Authentication;
import africa.soko.edge.Caller;
import africa.soko.edge.Caller.CredentialType;
import africa.soko.edge.Caller.PartnerTerms;
import africa.soko.edge.Environment;
import africa.soko.edge.ErrorCode;
import africa.soko.edge.Identity;
import africa.soko.edge.KeyRefusals;
import africa.soko.edge.Refused;
import africa.soko.edge.RefusedException;
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
  private static final String BEARER = "bearer ";

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
  public Shown shown(MultiMap headers) {
    var key = only(headers, X_API_KEY);
    var bearer = bearer(headers);
    if (key != null) return Misplaced.isDataKey(key) ? Shown.DATA_KEY : Shown.KEY;
    if (bearer == null) return showsKey(headers) ? Shown.KEY : Shown.NOTHING;
    if (Misplaced.isIdToken(bearer)) return Shown.ID_TOKEN;
    return Misplaced.isDataKey(bearer) ? Shown.DATA_KEY : Shown.KEY;
  }

  private static boolean showsKey(MultiMap headers) {
    return headers.contains(X_API_KEY) || headers.contains(HttpHeaders.AUTHORIZATION);
  }

  @Override
  public Future<Caller> caller(MultiMap headers, @Nullable Environment environment) {
    var bearer = bearer(headers);
    var key = only(headers, X_API_KEY);
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

  @Override
  public Future<Identity> identity(MultiMap headers) {
    var token = bearer(headers);
    if (token == null) {
      return refuse(ErrorCode.AUTH_MISSING, "Send the ID token as Authorization: Bearer");
    }
    var misplaced = Misplaced.idToken(token);
    if (misplaced != null) return refuse(ErrorCode.AUTH_INVALID, misplaced);
    return identityTokens
        .verify(token)
        .map(claims -> new Identity(claims.subject(), claims.email(), claims.name()))
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
    if (found.isEmpty() || found.get().expired()) return unknownKey();
    var credential = found.get().credential();
    var partner = found.get().partner();
    var home = credential.environment();
    if (environment != null && environment != home) return unknownKey();
    if (credential.revokedAt() != null) {
      return credential.type() == CredentialType.DATA
          ? unknownKey()
          : refuse(KeyRefusals.revoked());
    }
    if (partner.status() == Partner.Status.SUSPENDED) {
      return refuse(KeyRefusals.suspended());
    }
    return Future.succeededFuture(
        new Caller(
            partner.partnerId(),
            home,
            credential.keyId(),
            credential.type(),
            credential.scopes(),
            terms(found.get().agreement(), home),
            credential.subAccountId()));
  }

  private PartnerTerms terms(Agreement agreed, Environment environment) {
    boolean live = environment == Environment.LIVE;
    int requests = live ? agreed.tier().requestsPerMinute() : sandbox.requestsPerMinute();
    int streams = live ? agreed.tier().streams() : sandbox.streams();
    return new PartnerTerms(
        agreed.tier().name().toLowerCase(Locale.ROOT),
        agreed.baseFeeBps(),
        agreed.markupFeeBps(),
        agreed.requestsPerMinute() == null ? requests : agreed.requestsPerMinute(),
        agreed.streams() == null ? streams : agreed.streams());
  }

  private static @Nullable String bearer(MultiMap headers) {
    var value = only(headers, HttpHeaders.AUTHORIZATION);
    if (value == null || !value.regionMatches(true, 0, BEARER, 0, BEARER.length())) return null;
    return value.substring(BEARER.length()).strip();
  }

  /// A header that is sent once: of two nobody knows which one somebody before us looked at.
  private static @Nullable String only(MultiMap headers, CharSequence name) {
    var values = headers.getAll(name);
    return values.size() == 1 ? values.getFirst() : null;
  }

  private static <T> Future<T> unknownKey() {
    return refuse(KeyRefusals.unknown());
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
