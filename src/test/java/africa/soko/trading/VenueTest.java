package africa.soko.trading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import africa.soko.edge.Environment;
import africa.soko.edge.ErrorCode;
import africa.soko.edge.RefusedException;
import africa.soko.market.Declaration;
import africa.soko.market.Market;
import africa.soko.market.MarketFixture;
import africa.soko.market.Overlay;
import africa.soko.market.SharedMarket;
import africa.soko.market.catalogue.Instrument;
import africa.soko.market.history.PriceHistory;
import africa.soko.platform.config.Range;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class VenueTest {
  private static final Instant SATURDAY = Instant.parse("2026-11-21T09:00:00Z");
  private static final Instant FRIDAY_NOON = Instant.parse("2026-11-20T09:00:00Z");
  private static final Instant MONDAY_OPEN = Instant.parse("2026-11-23T06:30:00Z");
  private static final SharedMarket MARKET = MarketFixture.priced(FRIDAY_NOON);
  private static final Instrument SAFARICOM =
      MARKET.view().catalogue().find("SCOM.KE").orElseThrow();

  @Test
  void the_live_desk_takes_up_an_order_within_its_window_of_market_hours() {
    for (int seed = 0; seed < 200; seed++) {
      var session = venue(false, seed).session(SAFARICOM);
      assertThat(session.queuedUntil(FRIDAY_NOON)).isNull();
      assertThat(Duration.between(FRIDAY_NOON, session.dueAt(FRIDAY_NOON)))
          .isBetween(Duration.ofSeconds(60), Duration.ofSeconds(300));
    }
  }

  @Test
  void what_comes_outside_hours_waits_for_the_next_session() {
    var session = venue(false, 1).session(SAFARICOM);
    assertThat(session.queuedUntil(SATURDAY)).isEqualTo(MONDAY_OPEN);
    assertThat(Duration.between(MONDAY_OPEN, session.dueAt(SATURDAY)))
        .isBetween(Duration.ofSeconds(60), Duration.ofSeconds(300));
  }

  @Test
  void the_sandbox_desk_is_always_open() {
    var venue = venue(true, 1);
    var session = venue.session(SAFARICOM);
    assertThat(session.queuedUntil(SATURDAY)).isNull();
    assertThat(session.dueAt(SATURDAY)).isBefore(SATURDAY.plusSeconds(301));
    assertThat(venue.open(SATURDAY)).hasSize(14);
    assertThat(venue(false, 1).open(SATURDAY)).doesNotContain("NSE");
  }

  @Test
  void a_halted_exchange_takes_no_orders_and_a_closed_one_does() {
    assertThat(venue(false, 1).of("prt_1").takesOrders(SAFARICOM)).isTrue();
    assertThat(venue(false, 1, "NSE").of("prt_1").takesOrders(SAFARICOM)).isFalse();
    assertThat(venue(true, 1, "NSE").of("prt_1").takesOrders(SAFARICOM)).isFalse();
    assertThat(venue(true, 1, "JSE").of("prt_1").takesOrders(SAFARICOM)).isTrue();
  }

  @Test
  void what_waits_for_a_day_that_is_declared_a_holiday_waits_for_the_next() {
    var shared = MarketFixture.priced(FRIDAY_NOON);
    var live = new Market(shared, Environment.LIVE);
    var venue = new Venue(false, new Range(60, 300), Parts.WHOLE, live, new Random(1));
    var session = venue.session(SAFARICOM);
    var monday = LocalDate.of(2026, 11, 23);
    MarketFixture.declare(
        shared,
        new Declaration(Declaration.Kind.HOLIDAY, null, "NSE", monday, "Mourning", FRIDAY_NOON));
    var tuesdayOpen = MONDAY_OPEN.plus(Duration.ofDays(1));
    assertThat(session.queuedUntil(SATURDAY)).isEqualTo(tuesdayOpen);
    assertThat(session.settlement(FRIDAY_NOON).date()).isEqualTo(LocalDate.of(2026, 11, 26));
    // What was to be taken up on Monday is left alone by the desk that day.
    assertThat(venue.open(MONDAY_OPEN.plusSeconds(3_600))).doesNotContain("NSE").contains("JSE");
    assertThat(venue.open(tuesdayOpen.plusSeconds(600))).contains("NSE");
  }

  @Test
  void a_fill_settles_after_three_business_days_and_after_two_in_egypt() {
    var egyptian = MARKET.view().catalogue().find("COMI.EG").orElseThrow();
    var venue = venue(false, 1);
    var kenyan = venue.session(SAFARICOM).settlement(FRIDAY_NOON);
    assertThat(kenyan.date()).isEqualTo(LocalDate.of(2026, 11, 25));
    assertThat(kenyan.begins()).isEqualTo(Instant.parse("2026-11-24T21:00:00Z"));
    // Friday and Saturday are the weekend there.
    assertThat(venue.session(egyptian).settlement(Instant.parse("2026-11-19T10:00:00Z")).date())
        .isEqualTo(LocalDate.of(2026, 11, 23));
  }

  /// What a command carries says the same at whatever moment it is decided.
  @Test
  void a_session_is_asked_with_the_moment_of_the_decision() {
    var session = venue(false, 1).session(SAFARICOM);
    assertThat(session.dueAt(FRIDAY_NOON)).isEqualTo(session.dueAt(FRIDAY_NOON));
    assertThat(session.queuedUntil(FRIDAY_NOON)).isNull();
    assertThat(session.queuedUntil(SATURDAY)).isEqualTo(MONDAY_OPEN);
    assertThat(session.settlement(SATURDAY.plus(Duration.ofDays(30))).date())
        .isAfter(session.settlement(SATURDAY).date());
  }

  @Test
  void a_day_ends_at_the_close_and_at_a_desk_that_never_closes_at_midnight() {
    var midnight = Instant.parse("2026-11-20T21:00:00Z");
    var live = venue(false, 1).session(SAFARICOM);
    assertThat(live.dayEnds(FRIDAY_NOON)).isEqualTo(Instant.parse("2026-11-20T12:00:00Z"));
    assertThat(live.dayEnds(SATURDAY)).isEqualTo(Instant.parse("2026-11-23T12:00:00Z"));
    assertThat(venue(true, 1).session(SAFARICOM).dayEnds(FRIDAY_NOON)).isEqualTo(midnight);
    assertThat(live.goodTill(LocalDate.of(2026, 11, 20))).isEqualTo(midnight);
  }

  @Test
  void before_the_first_prices_are_there_the_desk_executes_nowhere() {
    var unpriced =
        new Market(SharedMarket.load(FRIDAY_NOON, _ -> PriceHistory.NONE), Environment.LIVE);
    var venue = new Venue(true, new Range(60, 300), Parts.WHOLE, unpriced, new Random(1));
    assertThat(venue.open(FRIDAY_NOON)).isEmpty();
  }

  @Test
  void a_price_that_is_missing_is_an_outage_and_not_a_closed_market() {
    var market = new Market(MARKET, Environment.LIVE);
    market.overlay(Overlay.NONE.listing(SAFARICOM, null), Map.of());
    var seen = market.of("prt_1");
    assertThat(seen.takesOrders(SAFARICOM)).isTrue();
    assertThat(Price.latest(seen, SAFARICOM, FRIDAY_NOON)).isEmpty();
    assertThatThrownBy(() -> Price.known(seen, SAFARICOM, FRIDAY_NOON))
        .isInstanceOfSatisfying(
            RefusedException.class,
            e -> assertThat(e.refused().code()).isEqualTo(ErrorCode.SERVICE_UNAVAILABLE));
  }

  private static Venue venue(boolean alwaysOpen, long seed, String... halted) {
    var market = new Market(MARKET, Environment.LIVE);
    market.overlay(new Overlay(Set.of(halted), Map.of(), Map.of(), List.of()), Map.of());
    return new Venue(alwaysOpen, new Range(60, 300), Parts.WHOLE, market, new Random(seed));
  }
}
