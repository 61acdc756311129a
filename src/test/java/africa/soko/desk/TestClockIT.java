package africa.soko.desk;

import static africa.soko.ledger.BooksOnDisk.await;
import static africa.soko.testing.ReplyAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.event.LoggedEvent;
import africa.soko.platform.config.Setting;
import africa.soko.testing.MovingClock;
import africa.soko.testing.Partner;
import africa.soko.testing.Reply;
import africa.soko.testing.Service;
import africa.soko.testing.Trader;
import africa.soko.trading.Side;
import io.vertx.core.Future;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// One partner's clock runs ahead, and everything on the way happens at its own moment; nobody
/// else's time moves.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TestClockIT {
  private static final Duration FILLED_AFTER = Duration.ofHours(2);

  /// What a step may take, as seen by a clock that goes on meanwhile.
  private static final Duration STEP_MAX = Duration.ofMinutes(2);

  private Service service;

  @BeforeAll
  void start() {
    service =
        new Service(
            new MovingClock(),
            config -> config.with(Setting.DESK_SANDBOX_FILL_SECONDS, "7200-7200"));
  }

  @AfterAll
  void stop() {
    service.proveBooks();
    service.close();
  }

  /// A partner with a quote that nobody uses and an order that waits for the desk.
  private record Waiting(Partner partner, Trader user, Reply order, Instant since) {}

  private Waiting waiting() {
    var partner = service.partner();
    var user = partner.verifiedUser().funded("1000.00");
    var since = service.clock().instant();
    user.quote("SCOM.KE", Side.BUY, 5).expect(200);
    return new Waiting(partner, user, user.placed("SCOM.KE", Side.BUY, 10), since);
  }

  @Test
  void ten_days_pass_for_one_partner_and_none_for_another() {
    var one = waiting();
    var other = waiting();
    await(service.advance(one.partner().id(), one.since().plus(Duration.ofDays(10))));

    var order = one.user().get("/orders/" + one.order().text("/orderId"));
    assertThat(order).has("/status", "FILLED").has("/settlementStatus", "SETTLED");
    assertHappened(one, "quote.expired", Duration.ofSeconds(60));
    assertHappened(one, "order.filled", FILLED_AFTER);
    var day = LocalDate.parse(order.text("/settlementDate"));
    var begins = day.atStartOfDay(ZoneId.of("Africa/Nairobi")).toInstant();
    var reports = one.user().get("/orders/" + one.order().text("/orderId") + "/execution-reports");
    assertSoonAfter(Instant.parse(reports.text("/executionReports/2/createdAt")), begins);

    var waits = other.user().get("/orders/" + other.order().text("/orderId"));
    assertThat(waits).has("/status", "PENDING");
    assertThat(named(other, "quote.expired")).isEmpty();
  }

  @Test
  void two_who_move_the_same_clock_do_everything_once() {
    var one = waiting();
    var target = one.since().plus(Duration.ofDays(10));
    var both =
        List.of(
            service.advance(one.partner().id(), target),
            service.advance(one.partner().id(), target));
    await(Future.all(both));
    assertThat(named(one, "order.filled")).hasSize(1);
    assertThat(named(one, "quote.expired")).hasSize(1);
  }

  @Test
  void a_clock_never_goes_back() {
    var one = waiting();
    await(service.advance(one.partner().id(), one.since().plus(Duration.ofDays(3))));
    await(service.advance(one.partner().id(), one.since().plus(Duration.ofDays(1))));
    one.user().quote("SCOM.KE", Side.BUY, 1).expect(200);
    var expiresAt = one.user().quote("SCOM.KE", Side.BUY, 1).text("/expiresAt");
    assertThat(Instant.parse(expiresAt)).isAfter(one.since().plus(Duration.ofDays(3)));
  }

  private void assertHappened(Waiting one, String event, Duration after) {
    var times = named(one, event).stream().map(LoggedEvent::timestamp).toList();
    assertThat(times).hasSize(1);
    assertSoonAfter(times.getFirst(), one.since().plus(after));
  }

  private static void assertSoonAfter(Instant actual, Instant expected) {
    assertThat(actual).isBetween(expected, expected.plus(STEP_MAX));
  }

  private List<LoggedEvent> named(Waiting one, String event) {
    return service.events(one.partner().id()).stream()
        .filter(logged -> logged.name().equals(event))
        .toList();
  }
}
