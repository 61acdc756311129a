package africa.soko.security;

import africa.soko.access.Bearer;
import africa.soko.access.FullScopes;
import africa.soko.edge.AccessRules;
import africa.soko.edge.Caller;
import africa.soko.edge.ErrorCode;
import africa.soko.edge.Operation;
import africa.soko.edge.Policy;
import africa.soko.edge.Refused;
import africa.soko.edge.http.TrustedProxies;
import africa.soko.platform.config.Config;
import africa.soko.platform.config.Setting;
import africa.soko.platform.crypto.Sha256;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Holds requests against what their partner demands.
public final class PolicyCheck implements Policy {
  private static final Set<HttpMethod> READS = Set.of(HttpMethod.GET, HttpMethod.HEAD);

  private final SecurityStore store;
  private final ClientCertificate certificates;
  private final Duration window;
  private final InstantSource clock;

  PolicyCheck(SecurityStore store, TrustedProxies proxies, Config config, InstantSource clock) {
    this.store = store;
    this.clock = clock;
    certificates = new ClientCertificate(proxies, config.text(Setting.MTLS_HEADER));
    window = config.seconds(Setting.SIGNATURE_SECONDS);
  }

  @Override
  public Future<?> check(Caller caller, Shown shown) {
    if (caller.terms().rules().isEmpty()) return Future.succeededFuture();
    return check(caller, shown, Bearer.key(shown.request().headers()));
  }

  /// The same for a key that is shown elsewhere than in the headers.
  ///
  /// @param key its text
  public Future<?> check(Caller caller, Shown shown, String key) {
    var rules = caller.terms().rules();
    if (rules.isEmpty()) return Future.succeededFuture();
    var now = clock.instant();
    var refused = refusal(caller, rules, shown, now);
    if (refused != null) return Future.failedFuture(refused.asException());
    return rules.signed() ? signed(caller, shown, key, now) : Future.succeededFuture();
  }

  private @Nullable Refused refusal(Caller caller, AccessRules rules, Shown shown, Instant now) {
    if (!rules.admits(shown.source())) {
      return Refused.of(ErrorCode.FORBIDDEN, "The address is not on the partner's list");
    }
    if (rules.mutualTls()) {
      var certificate = certificates.of(shown.request(), now);
      if (certificate == null || !rules.certificates().contains(certificate)) {
        return invalid("The partner's policy asks for a client certificate that is known");
      }
    }
    if (mendsKeys(shown.operation())) return null;
    if (rules.scopedOnly()
        && caller.scopes().containsAll(FullScopes.ALL)
        && shown.operation().auth() != Operation.Auth.CLIENT) {
      return Refused.of(
          ErrorCode.FORBIDDEN, "The partner's policy asks for a key with fewer scopes");
    }
    if (rules.keyEnds() != null && !now.isBefore(rules.keyEnds())) {
      return Refused.of(ErrorCode.FORBIDDEN, "The key is older than the partner's policy allows");
    }
    return null;
  }

  /// Whether a key that is too old, or may too much, is still good for it.
  private static boolean mendsKeys(Operation operation) {
    var scope = operation.scope();
    return scope != null && (scope.startsWith("keys:") || scope.startsWith("security:"));
  }

  private Future<?> signed(Caller caller, Shown shown, String key, Instant now) {
    var signed = SignedRequest.of(shown.request().headers());
    if (signed == null) {
      return refuse("Send x-request-timestamp and x-request-signature, each once");
    }
    if (!signed.isOf(now, window)) return refuse("The time of the signature is too far off");
    if (!signed.isMadeWith(key, shown)) return refuse("The signature is not right");
    if (READS.contains(shown.request().method())) return Future.succeededFuture();
    return store
        .isGood(caller.partnerId(), caller.environment(), signed.signature(), keyHash(shown), now)
        .transform(
            done -> {
              if (done.failed()) return Future.failedFuture(away(done.cause()));
              return done.result()
                  ? Future.succeededFuture()
                  : refuse("The signature was used for another request");
            });
  }

  private static @Nullable Buffer keyHash(Shown shown) {
    var key = shown.idempotencyKey();
    return key == null ? null : Buffer.buffer(Sha256.of(key.getBytes(StandardCharsets.UTF_8)));
  }

  private static Throwable away(Throwable cause) {
    var refused =
        Refused.of(
                ErrorCode.SERVICE_UNAVAILABLE,
                "Signatures cannot be checked now; nothing was processed")
            .asException();
    refused.addSuppressed(cause);
    return refused;
  }

  private static Future<Object> refuse(String message) {
    return Future.failedFuture(invalid(message).asException());
  }

  private static Refused invalid(String message) {
    return Refused.of(ErrorCode.AUTH_INVALID, "%s", message);
  }
}
