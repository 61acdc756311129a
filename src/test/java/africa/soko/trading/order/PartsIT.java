package africa.soko.trading.order;

import static africa.soko.testing.Eventually.eventually;
import static africa.soko.testing.ReplyAssert.assertThat;
import static africa.soko.trading.Side.BUY;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.platform.config.Setting;
import africa.soko.testing.Partner;
import africa.soko.testing.Reply;
import africa.soko.testing.Service;
import africa.soko.testing.SettableClock;
import africa.soko.testing.Trader;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// A desk that fills two fifths of an order at a time, in the sandbox and live.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PartsIT {
  private static final String SCOM = "SCOM.KE";
  private static final Duration PACE = Duration.ofSeconds(30);

  private final SettableClock clock = new SettableClock();
  private final AtomicInteger partners = new AtomicInteger();
  private Service service;
  private Partner partner;

  @BeforeAll
  void start() {
    service =
        new Service(
            clock,
            config ->
                config.with(Setting.DESK_FILL_PERCENT, "40").with(Setting.DESK_FILL_PACE, "30s"));
  }

  @BeforeEach
  void register() {
    partner = service.registeredPartner("idp|parts" + partners.incrementAndGet());
  }

  @AfterEach
  void prove() {
    service.proveBooks();
  }

  @AfterAll
  void stop() {
    service.close();
  }

  @Test
  void an_order_fills_in_parts_and_each_is_told_of() {
    var user = partner.verifiedUser().funded("1000");
    fillsInParts(user, user.placed(SCOM, BUY, 10), Duration.ZERO);
    assertThat(partner.events("order.partially_filled"))
        .extracting(data -> data.get("remainingQuantity").asInt())
        .containsExactly(6, 2);
    assertThat(partner.events("order.filled")).hasSize(1);
  }

  @Test
  void a_live_order_does_too() {
    var live = partner.verifiedLiveUser().funded("1000");
    fillsInParts(live, live.placed(SCOM, BUY, 10), Duration.ofMinutes(5));
  }

  private void fillsInParts(Trader trader, Reply order, Duration first) {
    clock.advance(first);
    for (var filled : new String[] {"4", "8"}) {
      var part = eventually(() -> at(trader, order), o -> isFilled(o, filled));
      assertThat(part).has("/status", "PARTIALLY_FILLED");
      clock.advance(PACE);
    }
    var whole = eventually(() -> at(trader, order), o -> isFilled(o, "10"));
    assertThat(whole).has("/status", "FILLED");
    assertThat(trader.cash())
        .isEqualByComparingTo(new BigDecimal("1000").subtract(whole.number("/totalCost")));
    assertThat(
            trader
                .get("/orders/" + order.text("/orderId") + "/execution-reports")
                .texts("/executionReports", "reportType"))
        .containsExactly("RECEIPT", "PARTIAL_FILL", "PARTIAL_FILL", "FILL");
  }

  @Test
  void the_rest_is_cancelled_and_what_is_filled_stays() {
    var user = partner.verifiedUser().funded("1000");
    var order = user.placed(SCOM, BUY, 10);
    eventually(() -> at(user, order), o -> isFilled(o, "4"));
    var cancelled = user.delete("/orders/" + order.text("/orderId")).expect(200);
    assertThat(cancelled).has("/status", "CANCELLED").hasNumber("/filledQuantity", "4");
    clock.advance(PACE);
    assertThat(user.cash())
        .isEqualByComparingTo(new BigDecimal("1000").subtract(cancelled.number("/totalCost")));
    assertThat(user.get("/portfolio")).hasNumber("/holdings/0/quantity", "4");
  }

  private static boolean isFilled(Reply order, String quantity) {
    return order.number("/filledQuantity").compareTo(new BigDecimal(quantity)) == 0;
  }

  private static Reply at(Trader trader, Reply order) {
    return trader.get("/orders/" + order.text("/orderId")).expect(200);
  }
}
