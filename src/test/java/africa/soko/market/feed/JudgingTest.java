package africa.soko.market.feed;

import static africa.soko.market.MarketFixture.CALENDARS;
import static africa.soko.market.MarketFixture.CATALOGUE;
import static africa.soko.market.MarketFixture.at;
import static africa.soko.market.MarketFixture.calendar;
import static africa.soko.market.MarketFixture.instrument;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.market.price.DataQuality;
import africa.soko.market.price.FeedPrice;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JudgingTest {
  /// A Wednesday on which Nairobi and Johannesburg are open.
  private static final Instant NOW = at("2026-07-15T09:05:00Z");

  private static final PriceJudge JUDGE = new PriceJudge(50);

  /// Nairobi has a band of 10 % and a tick of 0.05 at this level; Johannesburg has neither.
  @ParameterizedTest
  @CsvSource({
    "SCOM.KE, 27.50, Published",
    "SCOM.KE, 27.55, Published",
    "SCOM.KE, 27.60, Held",
    "SCOM.KE, 22.50, Published",
    "SCOM.KE, 22.40, Held",
    "SCOM.KE, 2.50, Held",
    "SBK.ZA, 37.50, Published",
    "SBK.ZA, 37.51, Held",
    "SBK.ZA, 12.50, Published",
    "SBK.ZA, 12.49, Held",
  })
  void a_first_price_is_compared_with_the_close_that_comes_with_it(
      String symbol, String price, String verdict) {
    assertThat(verdict(row(symbol, price, "25", "2026-07-15T09:00:00Z"), null)).isEqualTo(verdict);
  }

  @ParameterizedTest
  @CsvSource({
    // Of the same session: with the close before it, as it was published and as it comes.
    "25.50, 25, 2026-07-15T08:00:00Z, , 27.60, 25, Held",
    "27.50, 25, 2026-07-15T08:00:00Z, , 22.50, 25, Published",
    "25.50, 25, 2026-07-15T08:00:00Z, , 25.50, 2.5, Held",
    // Of a later session: with the last price.
    "25.50, 30, 2026-07-14T11:00:00Z, , 27.50, 25.5, Published",
    "25.50, 30, 2026-07-14T11:00:00Z, , 31.00, 30, Held",
    "25.50, 30, 2026-07-14T11:00:00Z, , 26.00, 40, Held",
    // Accepted in this session: with that alone.
    "12.50, 25, 2026-07-15T08:00:00Z, 12.5, 13.00, 25, Published",
    "12.50, 25, 2026-07-15T08:00:00Z, 12.5, 25.00, 25, Held",
    // Accepted in another session: it is the last price that counts.
    "12.50, 25, 2026-07-14T08:00:00Z, 12.5, 13.00, 12.5, Published",
    "12.50, 25, 2026-07-14T08:00:00Z, 12.5, 13.00, 25, Held",
    // What is known, or older than that.
    "25.50, 25, 2026-07-15T09:00:00Z, , 25.50, 25, Repeated",
    "25.50, 25, 2026-07-15T09:00:01Z, , 25.60, 25, Repeated",
    "25.50, 25, 2026-07-15T09:00:00Z, , 25.60, 25, Published",
  })
  void a_price_is_compared_with_what_was_published(
      String last,
      String close,
      String asOf,
      String accepted,
      String price,
      String itsClose,
      String verdict) {
    var known =
        new Known(
            price("SCOM.KE", last, close, asOf),
            accepted == null ? null : new BigDecimal(accepted));
    assertThat(verdict(row("SCOM.KE", price, itsClose, "2026-07-15T09:00:00Z"), known))
        .isEqualTo(verdict);
  }

  @Test
  void a_price_of_the_future_or_in_another_currency_is_refused() {
    assertThat(verdict(row("SCOM.KE", "25", "25", "2026-07-15T09:07:00Z"), null))
        .isEqualTo("Published");
    assertThat(verdict(row("SCOM.KE", "25", "25", "2026-07-15T09:07:01Z"), null))
        .isEqualTo("Refused");
    var price = price("SBK.ZA", "25000", "25000", "2026-07-15T09:00:00Z");
    assertThat(verdict(new FeedRow(price, "ZAc"), null)).isEqualTo("Refused");
    assertThat(verdict(new FeedRow(price, "ZAR"), null)).isEqualTo("Published");
  }

  @Test
  void of_several_prices_the_newest_counts_and_sessions_end_on_the_way() {
    var rows =
        List.of(
            row("SCOM.KE", "27", "26", "2026-07-15T08:00:00Z"),
            row("SCOM.KE", "25", "25", "2026-07-13T12:00:00Z"),
            row("SCOM.KE", "26", "25", "2026-07-14T12:00:00Z"),
            row("SCOM.KE", "2.6", "25", "2026-07-14T08:00:00Z"),
            row("SBK.ZA", "1", "100", "2026-07-15T08:00:00Z"),
            row("NOPE.KE", "1", "1", "2026-07-15T08:00:00Z"));
    var judgement = judging(Map.of()).judge(rows, JUDGE, NOW);
    assertThat(judgement.prices()).containsExactly(rows.getFirst().price());
    assertThat(judgement.ended())
        .extracting(each -> each.candle().date() + " " + each.candle().close())
        .containsExactly("2026-07-13 25", "2026-07-14 26");
    // The wrong price of a symbol that has a right one after it is of no interest.
    assertThat(judgement.held())
        .extracting(each -> each.instrument().symbol())
        .containsExactly("SBK.ZA");
    assertThat(judgement.exchanges()).containsExactly("NSE");
    assertThat(judgement.faults()).containsExactly("There is no instrument NOPE.KE");
  }

  /// Thousands of prices, sound and wild, in any order and repeated: what is published never goes
  /// back in time, never moves further than it may, and the candles are the last of their sessions.
  @Test
  void whatever_comes_what_is_published_is_near_what_was() {
    var accepted = 0;
    for (var seed = 0; seed < 400; seed++) {
      var random = new SplittableRandom(seed);
      var known = new HashMap<String, Known>();
      var now = at("2026-07-01T07:00:00Z");
      for (var look = 0; look < 40; look++) {
        now = now.plus(Duration.ofMinutes(random.nextInt(1, 900)));
        var rows = rows(random, now);
        var judgement = judging(known).judge(rows, JUDGE, now);
        // One by one, in the order of their times, they come to the same.
        rows.sort(Comparator.comparing(row -> row.price().asOf()));
        for (var row : rows) {
          for (var next : judging(known).judge(List.of(row), JUDGE, now).published()) {
            check(known.put(next.price().symbol(), next), next, seed);
          }
        }
        for (var each : judgement.published()) {
          assertThat(known).as("seed %d", seed).containsEntry(each.price().symbol(), each);
        }
        for (var hold : judgement.held()) {
          if (random.nextInt(4) > 0) continue;
          accepted++;
          var done = judging(known).accept(hold.verdict().price());
          done.published().forEach(each -> known.put(each.price().symbol(), each));
          assertThat(done.prices()).containsExactly(hold.verdict().price());
        }
        // The same again says nothing new.
        var again = known.values().stream().map(each -> new FeedRow(each.price(), null)).toList();
        assertThat(judging(known).judge(again, JUDGE, now).changesNothing()).isTrue();
      }
      assertThat(known.size()).as("seed %d", seed).isPositive();
    }
    assertThat(accepted).isPositive();
  }

  private static void check(Known before, Known next, int seed) {
    if (before == null) return;
    assertThat(next.price().asOf()).as("seed %d", seed).isAfterOrEqualTo(before.price().asOf());
    var sessions = calendar("NSE");
    if (!PriceJudge.isSameSession(before.price(), next.price(), sessions)) {
      assertThat(next.accepted()).as("seed %d", seed).isNull();
      return;
    }
    var reference = before.accepted() == null ? before.price().previousClose() : before.accepted();
    var far = next.price().price().subtract(reference).abs();
    var room = reference.multiply(new BigDecimal("0.1")).add(new BigDecimal("1"));
    assertThat(far).as("seed %d", seed).isLessThanOrEqualTo(room);
  }

  private static List<FeedRow> rows(SplittableRandom random, Instant now) {
    var rows = new ArrayList<FeedRow>();
    for (var each = random.nextInt(6); each >= 0; each--) {
      var symbol = random.nextBoolean() ? "SCOM.KE" : "KPLC.KE";
      var wild = random.nextInt(5) == 0 ? random.nextInt(1, 60) : random.nextInt(24, 27);
      var asOf = now.minusSeconds(random.nextInt(200_000));
      rows.add(row(symbol, wild + ".5", "" + random.nextInt(24, 27), asOf.toString()));
    }
    return rows;
  }

  private static Judging judging(Map<String, Known> known) {
    return new Judging(CATALOGUE, CALENDARS, known);
  }

  private static String verdict(FeedRow row, Known known) {
    var instrument = instrument(row.price().symbol());
    var calendar = CALENDARS.of(instrument.exchange());
    return JUDGE.judge(row, instrument, calendar, known, NOW).getClass().getSimpleName();
  }

  static FeedRow row(String symbol, String price, String close, String asOf) {
    return new FeedRow(price(symbol, price, close, asOf), null);
  }

  private static FeedPrice price(String symbol, String price, String close, String asOf) {
    return new FeedPrice(
        symbol, new BigDecimal(price), new BigDecimal(close), 100, at(asOf), DataQuality.DELAYED);
  }
}
