package africa.soko.partner;

import static africa.soko.testing.Eventually.eventually;
import static africa.soko.testing.ReplyAssert.assertThat;
import static africa.soko.trading.Side.BUY;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.edge.Environment;
import africa.soko.platform.config.Setting;
import africa.soko.testing.Partner;
import africa.soko.testing.Service;
import africa.soko.testing.SettableClock;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// A partner that may not call, because it is suspended or the service is closed, has its orders
/// filled, settled and ended all the same, and is told of it by its webhooks.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KeptOutIT {
  private static final String SCOM = "SCOM.KE";
  private static final Duration FILL = Duration.ofMinutes(10);
  private static final Duration SETTLED = Duration.ofDays(10);

  private final SettableClock clock = new SettableClock();
  private final Vertx vertx = Vertx.vertx();
  private final Queue<String> received = new ConcurrentLinkedQueue<>();
  private Service service;
  private String receiver;

  @BeforeAll
  void start() {
    var fill = "%1$d-%1$d".formatted(FILL.toSeconds());
    service = new Service(clock, config -> config.with(Setting.DESK_SANDBOX_FILL_SECONDS, fill));
    var server =
        vertx
            .createHttpServer()
            .requestHandler(
                request ->
                    request
                        .body()
                        .onSuccess(
                            body -> {
                              received.add(body.toString());
                              request.response().end();
                            }))
            .listen(0, "127.0.0.1")
            .await();
    receiver = "http://127.0.0.1:" + server.actualPort();
  }

  @AfterAll
  void stop() {
    try {
      service.proveBooks();
    } finally {
      service.close();
      vertx.close().await();
    }
  }

  @Test
  void a_suspension_stops_calls_and_not_the_desk() {
    var partner = service.registeredPartner("idp|suspended");
    var path = "/partners/" + partner.id();
    goesOn(
        partner,
        () -> service.operator().patch(path, Map.of("status", "suspended")).expect(200),
        403,
        () -> service.operator().patch(path, Map.of("status", "active")).expect(200));
  }

  @Test
  void nor_does_maintenance() {
    goesOn(service.registeredPartner("idp|closed"), () -> mode("full"), 503, () -> mode("off"));
  }

  private void mode(String mode) {
    service.operator().request("PUT", "/maintenance").body(Map.of("mode", mode)).send().expect(200);
  }

  private void goesOn(Partner partner, Runnable close, int status, Runnable open) {
    var user = partner.verifiedUser().funded("500");
    var webhook = Map.of("url", receiver, "events", List.of("order.filled", "order.settled"));
    partner.sandbox().post("/webhooks", webhook).expect(201);
    var bought = user.placed(SCOM, BUY, 10).text("/orderId");
    var waiting = user.rested(SCOM, BUY, 5, -9).text("/orderId");
    close.run();
    assertThat(partner.sandbox().get("/account").status()).isEqualTo(status);

    clock.advance(FILL);
    eventually(() -> partner.events("order.filled"), told -> told.size() == 1);
    eventually(() -> posted(bought, "order.filled"), count -> count == 1);
    clock.advance(SETTLED);
    eventually(() -> partner.events("order.settled"), told -> told.size() == 1);
    eventually(() -> posted(bought, "order.settled"), count -> count == 1);
    var sql = "SELECT status FROM orders WHERE order_id = '%s'".formatted(waiting);
    eventually(() -> service.ask(Environment.SANDBOX, sql), "CANCELLED"::equals);
    assertThat(partner.sandbox().get("/account").status()).isEqualTo(status);

    open.run();
    eventually(() -> partner.sandbox().get("/account").status(), now -> now == 200);
    assertThat(user.get("/orders/" + bought)).has("/status", "FILLED");
    assertThat(user.get("/orders/" + waiting)).has("/orderLifecycle", "EXPIRED");
  }

  private long posted(String orderId, String event) {
    return received.stream()
        .filter(body -> body.contains("\"" + event + "\"") && body.contains(orderId))
        .count();
  }
}
