package africa.soko.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import africa.soko.access.Credentials.SandboxTerms;
import africa.soko.edge.ErrorCode;
import africa.soko.edge.Identity;
import africa.soko.edge.Operation.Auth;
import africa.soko.edge.RefusedException;
import africa.soko.platform.jwt.JwtVerifier;
import africa.soko.testing.SigningKey;
import com.github.benmanes.caffeine.cache.Ticker;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgBuilder;
import java.time.Instant;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// What becomes of the ID token of a request.
class IdentityTest {
  private static final SigningKey KEY = new SigningKey("one");

  private final Vertx vertx = Vertx.vertx();
  private final JwtVerifier tokens = new JwtVerifier(vertx, "https://idp.test", "soko");
  private final Credentials credentials =
      new Credentials(
          new CredentialStore(PgBuilder.pool().using(vertx).build()),
          new KeyCache(new SimpleMeterRegistry(), Ticker.systemTicker()),
          tokens,
          new SandboxTerms(100, 2));

  @AfterEach
  void close() {
    vertx.close().await();
  }

  @Test
  void before_the_provider_was_heard_of_there_is_no_verdict_on_a_token() {
    assertRefused(() -> identity("Bearer " + token()), ErrorCode.SERVICE_UNAVAILABLE);
    tokens.use(SigningKey.keySet(KEY));
    assertThat(identity("bearer  " + token()))
        .isEqualTo(new Identity("https://idp.test idp|1", null, null));
  }

  @Test
  void a_token_that_is_not_good_and_none_at_all_differ() {
    tokens.use(SigningKey.keySet(KEY));
    assertRefused(() -> identity("Bearer " + token() + "x"), ErrorCode.AUTH_INVALID);
    assertRefused(() -> identity("Basic " + token()), ErrorCode.AUTH_MISSING);
    assertRefused(() -> identity(""), ErrorCode.AUTH_MISSING);
  }

  private Identity identity(String authorization) {
    var headers = MultiMap.caseInsensitiveMultiMap().add("Authorization", authorization);
    return (Identity) await(credentials.principal(headers, Auth.ID_TOKEN, null));
  }

  private static <T> T await(Future<T> future) {
    return future.toCompletionStage().toCompletableFuture().join();
  }

  private static void assertRefused(ThrowingCallable call, ErrorCode code) {
    assertThatThrownBy(call)
        .cause()
        .isInstanceOfSatisfying(
            RefusedException.class,
            refused -> assertThat(refused.refused().code()).isEqualTo(code));
  }

  private static String token() {
    var end = Instant.now().getEpochSecond() + 60;
    return KEY.token(Map.of("iss", "https://idp.test", "aud", "soko", "sub", "idp|1", "exp", end));
  }
}
