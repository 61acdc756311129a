package africa.soko.market.catalogue;

import static africa.soko.market.MarketFixture.CATALOGUE;
import static africa.soko.market.MarketFixture.EXCHANGES;
import static africa.soko.market.MarketFixture.exchange;
import static africa.soko.market.MarketFixture.instrument;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import africa.soko.market.catalogue.SymbolLookup.Ambiguous;
import africa.soko.market.catalogue.SymbolLookup.Found;
import africa.soko.market.catalogue.SymbolLookup.Malformed;
import africa.soko.market.catalogue.SymbolLookup.Unknown;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class InstrumentCatalogueTest {
  @ParameterizedTest
  @CsvSource({
    "SCOM.KE, SCOM.KE",
    "scom.ke, SCOM.KE",
    "Scom, SCOM.KE",
    "MTN, MTN.ZA",
    "kcb.tz, KCB.TZ"
  })
  void a_symbol_or_a_clear_ticker_is_found(String text, String symbol) {
    assertThat(CATALOGUE.resolve(text)).isEqualTo(new Found(instrument(symbol)));
  }

  @ParameterizedTest
  @CsvSource({"KCB, KCB.KE, KCB.TZ", "bat, BAT.KE, BAT.ZW", "SEED, SEED.BW, SEED.ZW"})
  void a_ticker_of_two_exchanges_is_ambiguous(String text, String one, String other) {
    assertThat(CATALOGUE.resolve(text)).isEqualTo(new Ambiguous(List.of(one, other)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"NOPE", "SCOM.NG", "XX", "0123456789ABCDEFGHIJ", "0123456789.ABCDEFGHIJ"})
  void what_is_well_formed_but_missing_is_unknown(String text) {
    assertThat(CATALOGUE.resolve(text)).isEqualTo(new Unknown());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "A",
        "A.",
        ".KE",
        "SCOM.",
        "SCOM..KE",
        "SCOM.KE.X",
        "SC OM",
        "SCOM-KE",
        "ŞCOM.KE",
        "٣٤",
        "0123456789ABCDEFGHIJK",
        "0123456789A.BCDEFGHIJK",
        " SCOM.KE",
        "SCOM.KE\n",
        "SCOM\u0000"
      })
  void what_is_no_symbol_is_malformed(String text) {
    assertThat(CATALOGUE.resolve(text)).isEqualTo(new Malformed());
  }

  @Test
  void an_exchange_settles_a_ticker_and_contradicts_a_symbol() {
    assertThat(CATALOGUE.resolve("kcb", exchange("DSE")))
        .isEqualTo(new Found(instrument("KCB.TZ")));
    assertThat(CATALOGUE.resolve("KCB.TZ", exchange("DSE")))
        .isEqualTo(new Found(instrument("KCB.TZ")));
    assertThat(CATALOGUE.resolve("KCB.KE", exchange("DSE"))).isEqualTo(new Unknown());
    assertThat(CATALOGUE.resolve("?", exchange("DSE"))).isEqualTo(new Malformed());
  }

  @Test
  void every_exchange_has_instruments_under_its_suffix_and_currency() {
    assertThat(EXCHANGES.all()).hasSize(14);
    for (var exchange : EXCHANGES.all()) {
      var listed = CATALOGUE.list(new InstrumentFilter(exchange, null, null, null));
      assertThat(listed).as(exchange.code()).hasSizeGreaterThanOrEqualTo(6);
      assertThat(listed)
          .allSatisfy(
              each -> {
                assertThat(each.symbol()).endsWith("." + exchange.suffix());
                assertThat(each.currency()).isEqualTo(exchange.currency());
                assertThat(each.tradable()).isTrue();
              });
      assertThat(exchange.settlementDays()).isEqualTo(exchange.code().equals("EGX") ? 2 : 3);
    }
  }

  @Test
  void filters_combine() {
    assertThat(symbols(new InstrumentFilter(exchange("JSE"), null, AssetType.ETF, null)))
        .containsExactly("STX40.ZA", "STX500.ZA", "STXNDQ.ZA");
    assertThat(symbols(new InstrumentFilter(exchange("NSE"), "banking", null, "group")))
        .containsExactly("BKG.KE", "EQTY.KE", "KCB.KE");
    assertThat(symbols(new InstrumentFilter(null, null, null, " credit DU ")))
        .containsExactly("CDM.MA");
    assertThat(symbols(new InstrumentFilter(null, null, null, "scom.k")))
        .containsExactly("SCOM.KE");
    assertThat(symbols(new InstrumentFilter(null, "no such", null, null))).isEmpty();
    assertThat(CATALOGUE.list(InstrumentFilter.ALL)).isEqualTo(CATALOGUE.all());
  }

  @ParameterizedTest
  @CsvSource({
    "SCOM.KE, 4.99, 0.01", "SCOM.KE, 5, 0.02", "SCOM.KE, 49.95, 0.05", "SCOM.KE, 50, 0.25",
    "SCOM.KE, 999, 1", "SCOM.KE, 1000, 5", "DANGCEM.NG, 100, 0.10", "CRDB.TZ, 2640, 20",
    "COMI.EG, 1.999, 0.001", "COMI.EG, 2, 0.01"
  })
  void ticks_follow_the_price(String symbol, BigDecimal price, BigDecimal tick) {
    assertThat(instrument(symbol).constraintsAt(price).tickSize()).isEqualByComparingTo(tick);
  }

  @Test
  void unknown_constraints_are_null() {
    assertThat(instrument("NPN.ZA").constraintsAt(BigDecimal.TEN))
        .isEqualTo(new OrderConstraints(null, null, null));
    assertThat(instrument("SCOM.KE").constraintsAt(BigDecimal.TEN).dailyBandPercent())
        .isEqualByComparingTo("10");
  }

  @Test
  void a_symbol_cannot_be_listed_twice() {
    var scom = instrument("SCOM.KE");
    assertThatThrownBy(() -> new InstrumentCatalogue(List.of(scom, scom)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static List<String> symbols(InstrumentFilter filter) {
    return CATALOGUE.list(filter).stream().map(Instrument::symbol).toList();
  }
}
