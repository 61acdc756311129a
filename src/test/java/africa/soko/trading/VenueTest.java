package africa.soko.trading;

import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.market.Instrument;
import africa.soko.market.Market;
import africa.soko.platform.config.Range;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class VenueTest {
  private static final Instant SATURDAY = Instant.parse("2026-11-21T09:00:00Z");
  private static final Instant FRIDAY_NOON = Instant.parse("2026-11-20T09:00:00Z");
  private static final Instant MONDAY_OPEN = Instant.parse("2026-11-23T06:30:00Z");
  private static final Market MARKET = Market.load(FRIDAY_NOON);
  private static final Instrument SAFARICOM = MARKET.catalogue().find("SCOM.KE").orElseThrow();

  @Test
  void the_live_desk_takes_up_an_order_within_its_window_of_market_hours() {
    for (int seed = 0; seed < 200; seed++) {
      var slot = venue(false, seed).slot(SAFARICOM, FRIDAY_NOON);
      assertThat(slot.queuedUntil()).isNull();
      assertThat(Duration.between(FRIDAY_NOON, slot.dueAt()))
          .isBetween(Duration.ofSeconds(60), Duration.ofSeconds(300));
    }
  }

  @Test
  void what_comes_outside_hours_waits_for_the_next_session() {
    var slot = venue(false, 1).slot(SAFARICOM, SATURDAY);
    assertThat(slot.queuedUntil()).isEqualTo(MONDAY_OPEN);
    assertThat(Duration.between(MONDAY_OPEN, slot.dueAt()))
        .isBetween(Duration.ofSeconds(60), Duration.ofSeconds(300));
  }

  @Test
  void the_sandbox_desk_is_always_open() {
    var venue = venue(true, 1);
    var slot = venue.slot(SAFARICOM, SATURDAY);
    assertThat(slot.queuedUntil()).isNull();
    assertThat(slot.dueAt()).isBefore(SATURDAY.plusSeconds(301));
    assertThat(venue.open(MARKET.exchanges().all(), SATURDAY)).hasSize(14);
    assertThat(venue(false, 1).open(MARKET.exchanges().all(), SATURDAY)).doesNotContain("NSE");
  }

  @Test
  void a_halted_exchange_takes_no_orders_and_a_closed_one_does() {
    assertThat(venue(false, 1).takesOrders(SAFARICOM)).isTrue();
    assertThat(venue(false, 1, "NSE").takesOrders(SAFARICOM)).isFalse();
    assertThat(venue(true, 1, "NSE").takesOrders(SAFARICOM)).isFalse();
    assertThat(venue(true, 1, "JSE").takesOrders(SAFARICOM)).isTrue();
  }

  @Test
  void a_fill_settles_after_three_business_days_and_after_two_in_egypt() {
    var egyptian = MARKET.catalogue().find("COMI.EG").orElseThrow();
    var venue = venue(false, 1);
    assertThat(venue.settlement(SAFARICOM, FRIDAY_NOON).date())
        .isEqualTo(LocalDate.of(2026, 11, 25));
    // Friday and Saturday are the weekend there.
    assertThat(venue.settlement(egyptian, Instant.parse("2026-11-19T10:00:00Z")).date())
        .isEqualTo(LocalDate.of(2026, 11, 23));
  }

  @Test
  void a_market_without_prices_says_so() {
    assertThat(venue(true, 1).hasPrices()).isFalse();
    assertThat(venue(true, 1).price(SAFARICOM, FRIDAY_NOON)).isEmpty();
  }

  private static Venue venue(boolean alwaysOpen, long seed, String... halted) {
    var closed = Set.of(halted);
    return new Venue(
        alwaysOpen,
        new Range(60, 300),
        MARKET.calendars(),
        MARKET::snapshot,
        exchange -> closed.contains(exchange.code()),
        new Random(seed));
  }
}
