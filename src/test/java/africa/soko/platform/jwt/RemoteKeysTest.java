package africa.soko.platform.jwt;

import static africa.soko.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.platform.jwt.RemoteKeys.Pauses;
import africa.soko.testing.SigningKey;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerResponse;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RemoteKeysTest {
  private static final SigningKey OLD = new SigningKey("old");
  private static final SigningKey NEW = new SigningKey("new");

  private final Vertx vertx = Vertx.vertx();
  private final JwtVerifier verifier = new JwtVerifier(vertx, "https://idp.test", "soko");
  private final AtomicInteger fetches = new AtomicInteger();
  private volatile Consumer<HttpServerResponse> answer = keys(OLD);
  private HttpServer server;
  private RemoteKeys keys;

  @BeforeEach
  void open() {
    server = listen(0);
    var url = "http://127.0.0.1:" + server.actualPort() + "/jwks.json";
    keys = new RemoteKeys(vertx, url, verifier, new Pauses(20, 20, 20));
  }

  @AfterEach
  void close() {
    vertx.close().await();
  }

  @Test
  void the_keys_are_there_once_it_has_started() {
    keys.start().await();
    assertThat(isGood(OLD)).isTrue();
    assertThat(isGood(NEW)).isFalse();
  }

  @Test
  void a_key_that_is_replaced_is_good_no_more() {
    keys.start().await();
    answer = keys(OLD, NEW);
    eventually(() -> isGood(NEW), Boolean::booleanValue);
    assertThat(isGood(OLD)).isTrue();
    answer = keys(NEW);
    eventually(() -> isGood(OLD), good -> !good);
    assertThat(isGood(NEW)).isTrue();
  }

  @Test
  void a_provider_that_is_away_at_start_is_asked_again() {
    int port = server.actualPort();
    server.close().await();
    assertThat(outcome(keys.start()).failed()).isTrue();
    assertThat(isGood(OLD)).isFalse();
    listen(port);
    eventually(() -> isGood(OLD), Boolean::booleanValue);
  }

  @Test
  void what_is_no_key_set_changes_nothing() {
    keys.start().await();
    for (var wrong :
        List.<Consumer<HttpServerResponse>>of(
            response -> response.setStatusCode(500).end(SigningKey.keySet(NEW)),
            response -> response.setStatusCode(302).putHeader("Location", "/elsewhere").end(),
            response -> response.end("<html>"),
            response -> response.end("{\"keys\":[]}"),
            response -> response.end(),
            response -> response.reset())) {
      answer = wrong;
      var seen = fetches.get();
      eventually(fetches::get, count -> count > seen + 2);
      assertThat(isGood(OLD)).isTrue();
      assertThat(isGood(NEW)).isFalse();
    }
    answer = keys(NEW);
    eventually(() -> isGood(NEW), Boolean::booleanValue);
  }

  @Test
  void a_key_set_without_end_is_given_up() {
    keys.start().await();
    answer =
        response -> {
          response.setChunked(true);
          flood(response);
        };
    var seen = fetches.get();
    eventually(fetches::get, count -> count > seen + 2);
    assertThat(isGood(OLD)).isTrue();
  }

  private void flood(HttpServerResponse response) {
    response.write("x".repeat(64 * 1024)).onSuccess(_ -> flood(response));
  }

  private HttpServer listen(int port) {
    return vertx
        .createHttpServer()
        .requestHandler(
            request -> {
              fetches.incrementAndGet();
              answer.accept(request.response());
            })
        .listen(port, "127.0.0.1")
        .await();
  }

  private boolean isGood(SigningKey key) {
    return outcome(verify(key)).succeeded();
  }

  private Future<?> verify(SigningKey key) {
    var now = Instant.now().getEpochSecond();
    var claims = Map.of("iss", "https://idp.test", "aud", "soko", "sub", "idp|1", "exp", now + 60);
    return verifier.verify(key.token(claims));
  }

  private static <T> Future<T> outcome(Future<T> future) {
    try {
      future
          .transform(_ -> Future.succeededFuture())
          .toCompletionStage()
          .toCompletableFuture()
          .get(20, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
    return future;
  }

  private static Consumer<HttpServerResponse> keys(SigningKey... of) {
    var set = SigningKey.keySet(of);
    return response -> response.end(set);
  }

  @Test
  void a_key_that_is_not_known_is_asked_for_at_once_and_then_for_a_minute_no_more() {
    var seldom = with(new Pauses(600_000, 600_000, 60_000));
    seldom.start().await();
    answer = keys(OLD, NEW);
    int before = fetches.get();
    for (int i = 0; i < 5; i++) assertThat(isGood(new SigningKey("unheard"))).isFalse();
    assertThat(isGood(NEW)).isTrue();
    assertThat(isGood(OLD)).isTrue();
    assertThat(fetches.get()).isEqualTo(before + 1);
  }

  @Test
  void tokens_of_a_key_that_is_not_known_wait_for_one_answer() {
    var seldom = with(new Pauses(600_000, 600_000, 60_000));
    seldom.start().await();
    var held = new CompletableFuture<HttpServerResponse>();
    answer = held::complete;
    int before = fetches.get();
    var waiting = List.of(verify(NEW), verify(NEW), verify(new SigningKey("unheard")));
    var asked = held.join();
    assertThat(isGood(OLD)).isTrue();
    keys(OLD, NEW).accept(asked);
    assertThat(waiting.stream().map(each -> outcome(each).succeeded()))
        .containsExactly(true, true, false);
    assertThat(fetches.get()).isEqualTo(before + 1);
  }

  @Test
  void a_provider_that_fails_leaves_the_known_keys_good() {
    var seldom = with(new Pauses(600_000, 600_000, 0));
    seldom.start().await();
    for (var wrong :
        List.<Consumer<HttpServerResponse>>of(
            response -> response.setStatusCode(503).end(),
            response -> response.end("{\"keys\":[{\"kty\":\"RSA\",\"n\":1}]}"),
            response -> response.reset())) {
      answer = wrong;
      assertThat(isGood(NEW)).isFalse();
      assertThat(isGood(OLD)).isTrue();
    }
  }

  private RemoteKeys with(Pauses pauses) {
    var url = "http://127.0.0.1:" + server.actualPort() + "/jwks.json";
    return new RemoteKeys(vertx, url, verifier, pauses);
  }
}
