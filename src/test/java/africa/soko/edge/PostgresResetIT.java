package africa.soko.edge;

import static africa.soko.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.platform.config.Setting;
import africa.soko.testing.Api;
import africa.soko.testing.MovingClock;
import africa.soko.testing.Proxy;
import africa.soko.testing.Reply;
import africa.soko.testing.Service;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// PostgreSQL resets its connections in the middle of a request, as one that is killed does.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PostgresResetIT {
  private static final String QUOTE = "/quote/SCOM.KE?type=BUY&quantity=1";

  private final AtomicReference<Proxy> proxy = new AtomicReference<>();
  private Service service;
  private Api api;

  @BeforeAll
  void start() {
    service =
        new Service(
            new MovingClock(),
            config -> {
              proxy.set(new Proxy(config.text(Setting.PG_URI)));
              return config.with(Setting.PG_URI, proxy().uri());
            });
    api = service.partner().sandbox();
  }

  @AfterAll
  void stop() {
    service.close();
    proxy().close();
  }

  @Test
  void a_read_is_told_that_a_part_is_away() {
    proxy().onRequest("ord_read", proxy()::reset);
    assertAway(api.get("/orders/ord_read"));
    assertThat(again("GET", "/orders/ord_read").status()).isEqualTo(404);
  }

  @Test
  void a_change_that_was_still_looking_is_told_that_nothing_was_done() {
    proxy().onRequest("ord_cancel", proxy()::reset);
    assertAway(api.delete("/orders/ord_cancel"));
    assertThat(again("DELETE", "/orders/ord_cancel").status()).isEqualTo(404);

    proxy().onRequest("ext-deposit", proxy()::reset);
    assertAway(api.post("/users/ext:ext-deposit/deposit", Map.of("amountUsd", 1)));

    proxy().onRequest("whk_test", proxy()::reset);
    assertAway(api.post("/webhooks/whk_test/test", ""));
  }

  @Test
  void a_quote_whose_answer_was_lost_is_asked_for_again_without_a_key() {
    eventually(() -> api.get(QUOTE), reply -> reply.status() == 200);
    // Goes out together with COMMIT.
    proxy().onRequest("SCOM.KE", proxy()::reset);
    assertAway(api.get(QUOTE));
    assertThat(again("GET", QUOTE).status()).isEqualTo(200);
  }

  private Reply again(String method, String path) {
    var key = UUID.randomUUID().toString();
    return eventually(
        () -> api.request(method, path).key(key).send(), reply -> reply.status() != 503);
  }

  private static void assertAway(Reply reply) {
    assertThat(reply.status()).as(reply.toString()).isEqualTo(503);
    assertThat(reply.code()).isEqualTo("SERVICE_UNAVAILABLE");
    assertThat(reply.header("Retry-After")).isNotEmpty();
    assertThat(reply.toString()).doesNotContain("Idempotency-Key");
  }

  private Proxy proxy() {
    return Objects.requireNonNull(proxy.get());
  }
}
