package africa.soko.market.price;

import static africa.soko.market.MarketFixture.CALENDARS;
import static africa.soko.market.MarketFixture.CATALOGUE;
import static africa.soko.market.MarketFixture.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import africa.soko.market.fx.FxTable;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MarketSnapshotTest {
  private static final Instant START = at("2026-07-15T00:00:00Z");
  private final MarketSnapshot empty =
      MarketSnapshot.empty(CATALOGUE, CALENDARS, FxTable.load(START));

  @Test
  void a_quote_shows_its_change() {
    var body = quote("SCOM.KE", "26.5", "25", "2026-07-15T08:00:00Z").bodyAt(START);
    assertThat(body)
        .isEqualTo(
            new QuoteBody(
                "SCOM.KE",
                "NSE",
                new BigDecimal("26.5"),
                "KES",
                new BigDecimal("1.5"),
                new BigDecimal("6"),
                new BigDecimal("25"),
                1_000,
                at("2026-07-15T08:00:00Z"),
                false,
                DataQuality.SIMULATED));
  }

  @ParameterizedTest
  @CsvSource({
    "26, 26, 0, 0",
    "1100, 1000, 100, 10",
    "2, 3, -1, -33.33",
    "0.1391, 0.139, 0.0001, 0.07"
  })
  void numbers_carry_no_noise(String price, String close, String change, String percent) {
    var quote = quote("SCOM.KE", price, close, "2026-07-15T08:00:00Z");
    assertThat(quote.change().toPlainString()).isEqualTo(change);
    assertThat(quote.changePercent().toPlainString()).isEqualTo(percent);
    assertThat(quote.change().scale()).isNotNegative();
  }

  @ParameterizedTest
  @CsvSource({
    // Thirty minutes to the instant are still fresh.
    "2026-07-15T08:00:00Z, 2026-07-15T08:30:00Z, false",
    "2026-07-15T08:00:00Z, 2026-07-15T08:30:00.000000001Z, true",
    "2026-07-15T08:00:00Z, 2026-07-15T11:59:59Z, true",
    // After the close an old price is the last there is.
    "2026-07-15T08:00:00Z, 2026-07-15T12:00:00Z, false",
    "2026-07-15T11:45:00Z, 2026-07-15T12:30:00Z, false",
    "2026-07-15T11:45:00Z, 2026-07-16T06:29:59Z, false",
    "2026-07-15T11:45:00Z, 2026-07-16T06:30:00Z, true",
    // A weekend and a holiday hold no market hours.
    "2026-07-17T11:45:00Z, 2026-07-19T10:00:00Z, false",
    "2026-05-29T11:45:00Z, 2026-06-01T10:00:00Z, false",
    "2026-05-29T11:45:00Z, 2026-06-02T10:00:00Z, true",
  })
  void staleness_is_decided_when_read(String asOf, Instant now, boolean stale) {
    var quote = quote("SCOM.KE", "26", "25", asOf);
    assertThat(quote.isStaleAt(now)).isEqualTo(stale);
    assertThat(quote.bodyAt(now).stale()).isEqualTo(stale);
    assertThat(quote.changesAt(now)).isAfter(now);
    assertThat(quote.isStaleAt(quote.changesAt(now).minusNanos(1))).isEqualTo(stale);
  }

  @Test
  void new_prices_make_a_new_snapshot_and_leave_the_old_one() {
    var first = empty.with(List.of(price("SCOM.KE", "26", "2026-07-15T08:00:00Z")));
    var second = first.with(List.of(price("KCB.KE", "55", "2026-07-15T08:15:00Z")));
    assertThat(empty.quotes()).isEmpty();
    assertThat(first.quotes()).extracting(MarketQuote::symbol).containsExactly("SCOM.KE");
    assertThat(second.quotes())
        .extracting(MarketQuote::symbol)
        .containsExactly("KCB.KE", "SCOM.KE");
    assertThat(empty.asOf()).isEqualTo(START);
    assertThat(second.asOf()).isEqualTo(at("2026-07-15T08:15:00Z"));
  }

  @Test
  void what_is_old_known_or_of_no_instrument_changes_nothing() {
    var price = price("SCOM.KE", "26", "2026-07-15T08:00:00Z");
    var snapshot = empty.with(List.of(price));
    assertThat(snapshot.with(List.of())).isSameAs(snapshot);
    assertThat(snapshot.with(List.of(price))).isSameAs(snapshot);
    assertThat(snapshot.with(List.of(price("SCOM.KE", "27", "2026-07-15T07:45:00Z"))))
        .isSameAs(snapshot);
    assertThat(snapshot.with(List.of(price("NOPE.KE", "27", "2026-07-15T09:00:00Z"))))
        .isSameAs(snapshot);
    assertThat(snapshot.with(FxTable.load(START))).isSameAs(snapshot);
  }

  @Test
  void a_correction_at_the_same_time_is_taken() {
    var snapshot =
        empty
            .with(List.of(price("SCOM.KE", "26", "2026-07-15T08:00:00Z")))
            .with(List.of(price("scom.ke", "27", "2026-07-15T08:00:00Z")));
    assertThat(snapshot.quote("SCOM.KE").orElseThrow().price()).isEqualTo("27");
    assertThat(snapshot.quotes()).hasSize(1);
  }

  @Test
  void every_instrument_has_a_price_and_a_rate() {
    var feed = new SimulatedFeed(3, CALENDARS);
    var snapshot = empty.with(feed.poll(CATALOGUE.all(), START));
    for (var instrument : CATALOGUE.all()) {
      assertThat(snapshot.quote(instrument.symbol()).orElseThrow().price()).isPositive();
      assertThat(snapshot.fxRate(instrument.symbol()).orElseThrow()).isPositive();
    }
    assertThat(snapshot.fxRate("NOPE.KE")).isEmpty();
  }

  @Test
  void a_rate_can_be_set() {
    var later = START.plusSeconds(60);
    var snapshot = empty.with(empty.fx().with("KES", new BigDecimal("130.50"), later));
    assertThat(snapshot.fx().rate("KES")).contains(new BigDecimal("130.5"));
    assertThat(snapshot.asOf()).isEqualTo(later);
    assertThat(empty.fx().rate("KES")).contains(new BigDecimal("129"));
    assertThat(snapshot.fx().rate("USD")).contains(BigDecimal.ONE);
    assertThat(snapshot.fx().rate("EUR")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"KES, 0", "KES, -1", "KES, 1.0000001", "USD, 1"})
  void a_bad_rate_is_refused(String currency, BigDecimal rate) {
    assertThatThrownBy(() -> new FxTable(Map.of(currency, rate), START))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @CsvSource({"0", "-1", "0.0000001"})
  void a_bad_price_is_refused(String price) {
    assertThatThrownBy(() -> price("SCOM.KE", price, "2026-07-15T08:00:00Z"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private MarketQuote quote(String symbol, String price, String close, String asOf) {
    var latest =
        new FeedPrice(
            symbol,
            new BigDecimal(price),
            new BigDecimal(close),
            1_000,
            at(asOf),
            DataQuality.SIMULATED);
    return empty.with(List.of(latest)).quote(symbol).orElseThrow();
  }

  private static FeedPrice price(String symbol, String price, String asOf) {
    var value = new BigDecimal(price);
    return new FeedPrice(symbol, value, BigDecimal.TEN, 0, at(asOf), DataQuality.SIMULATED);
  }
}
