package africa.soko.market.price;

import static africa.soko.market.MarketFixture.CALENDARS;
import static africa.soko.market.MarketFixture.CATALOGUE;
import static africa.soko.market.MarketFixture.at;
import static africa.soko.market.MarketFixture.instrument;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.LocalDate;
import java.util.HashSet;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SimulatedFeedTest {
  private static final long SEED = 7L;
  private final SimulatedFeed feed = new SimulatedFeed(SEED, CALENDARS);

  @Test
  void the_same_seed_gives_the_same_prices_and_another_gives_others() {
    var at = at("2026-07-15T08:10:00Z");
    var again = new SimulatedFeed(SEED, CALENDARS);
    var other = new SimulatedFeed(SEED + 1, CALENDARS);
    assertThat(again.poll(CATALOGUE.all(), at)).isEqualTo(feed.poll(CATALOGUE.all(), at));
    assertThat(other.poll(CATALOGUE.all(), at)).isNotEqualTo(feed.poll(CATALOGUE.all(), at));
  }

  @Test
  void these_digits_never_change() {
    // Every node, and every release, must see the same history.
    var price = feed.price(instrument("SCOM.KE"), at("2026-07-15T08:10:00Z"));
    assertThat(price.asOf()).isEqualTo(at("2026-07-15T08:00:00Z"));
    assertThat(price.price()).isEqualTo("29.6");
    assertThat(price.previousClose()).isEqualTo("29.65");
    assertThat(price.volume()).isEqualTo(56_292L);
  }

  @Test
  void prices_rest_over_a_weekend_and_a_night() {
    for (var instrument : CATALOGUE.all()) {
      var calendar = CALENDARS.of(instrument.exchange());
      var session = calendar.latestSession(at("2026-07-17T20:00:00Z"));
      var close = feed.price(instrument, session.close().minusNanos(1));
      var open = calendar.nextOpen(session.close());
      assertThat(feed.price(instrument, session.close())).isEqualTo(close);
      assertThat(feed.price(instrument, open.minusNanos(1))).isEqualTo(close);
      assertThat(feed.price(instrument, open).previousClose()).isEqualTo(close.price());
      assertThat(feed.price(instrument, open).asOf()).isEqualTo(open);
    }
  }

  @Test
  void a_price_holds_for_fifteen_minutes_and_moves_within_a_session() {
    var naspers = instrument("NPN.ZA");
    var session = CALENDARS.of(naspers.exchange()).latestSession(at("2026-07-15T10:00:00Z"));
    var seen = new HashSet<BigDecimal>();
    var volume = 0L;
    for (var slot = session.open(); slot.isBefore(session.close()); slot = slot.plusSeconds(900)) {
      var price = feed.price(naspers, slot);
      assertThat(feed.price(naspers, slot.plusSeconds(899))).isEqualTo(price);
      assertThat(price.volume()).isGreaterThan(volume);
      volume = price.volume();
      seen.add(price.price());
    }
    assertThat(seen).hasSizeGreaterThan(20);
  }

  @Test
  void three_years_stay_in_the_band_on_the_tick_and_near_the_reference() {
    for (var instrument : CATALOGUE.all()) {
      var calendar = CALENDARS.of(instrument.exchange());
      var ticks = instrument.exchange().ticks();
      var changed = 0;
      for (var session :
          calendar.sessions(LocalDate.parse("2025-01-01"), LocalDate.parse("2027-12-31"))) {
        for (var hour = 0; hour < session.length().toHours(); hour++) {
          var quote = feed.price(instrument, session.open().plus(Duration.ofHours(hour)));
          var price = quote.price();
          assertThat(price).isPositive();
          assertThat(price.scale()).isBetween(0, 6);
          if (ticks != null) {
            assertThat(price.remainder(ticks.tickAt(price)))
                .as("%s at %s", quote.symbol(), price)
                .isEqualByComparingTo("0");
          }
          var move = price.subtract(quote.previousClose()).abs();
          assertThat(move)
              .as("%s at %s", quote.symbol(), quote.asOf())
              .isLessThanOrEqualTo(quote.previousClose().multiply(new BigDecimal("0.10")));
          if (move.signum() != 0) changed++;
        }
      }
      assertThat(changed).as(instrument.symbol()).isGreaterThan(500);
    }
  }

  @Test
  void ten_days_apart_the_curve_is_still_within_the_narrowest_band() {
    var random = new Random(SEED);
    for (var round = 0; round < 100_000; round++) {
      var noise = new ValueNoise(random.nextLong());
      var second = random.nextLong(4_000_000_000L);
      var later = second + random.nextLong(10 * 86_400);
      var from = noise.factorAt("SCOM.KE", second);
      var move = noise.factorAt("SCOM.KE", later).subtract(from).abs();
      assertThat(move)
          .as("round %d from %d to %d", round, second, later)
          .isLessThan(from.multiply(new BigDecimal("0.09")));
    }
  }

  @Test
  void random_seeds_keep_the_daily_band() {
    var random = new Random(SEED);
    var banded =
        CATALOGUE.all().stream().filter(each -> each.exchange().dailyBand() != null).toList();
    for (var round = 0; round < 20_000; round++) {
      var seed = random.nextLong();
      var instrument = banded.get(random.nextInt(banded.size()));
      var at = at("2024-01-01T00:00:00Z").plusSeconds(random.nextInt(Integer.MAX_VALUE));
      var quote = new SimulatedFeed(seed, CALENDARS).price(instrument, at);
      var move = quote.price().subtract(quote.previousClose()).abs();
      assertThat(move)
          .as("seed %d: %s at %s", seed, quote.symbol(), at)
          .isLessThanOrEqualTo(quote.previousClose().multiply(instrument.exchange().dailyBand()));
    }
  }

  @Test
  void every_quote_says_that_it_is_simulated() {
    assertThat(feed.poll(CATALOGUE.all(), at("2026-07-15T08:10:00Z")))
        .hasSameSizeAs(CATALOGUE.all())
        .allMatch(price -> price.dataQuality() == DataQuality.SIMULATED);
  }
}
