package africa.soko.market;

import static africa.soko.market.MarketFixture.at;
import static africa.soko.market.MarketFixture.declare;
import static africa.soko.market.MarketFixture.exchange;
import static africa.soko.market.MarketFixture.halt;
import static africa.soko.market.MarketFixture.instrument;
import static africa.soko.market.MarketFixture.priced;
import static africa.soko.market.MarketFixture.publish;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.edge.Environment;
import africa.soko.market.catalogue.AssetType;
import africa.soko.market.catalogue.Instrument;
import africa.soko.market.catalogue.InstrumentStatus;
import africa.soko.market.exchange.TradingPhase;
import africa.soko.market.price.DataQuality;
import africa.soko.market.price.FeedPrice;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MarketTest {
  private static final Instant NOW = at("2026-07-15T09:05:00Z");
  private static final Instrument TEST_STOCK =
      new Instrument(
          "ZZSPLIT",
          exchange("NSE"),
          "A stock for a test",
          "None",
          AssetType.STOCK,
          BigDecimal.TEN,
          null,
          InstrumentStatus.ACTIVE);

  private final SharedMarket shared = priced(NOW);
  private final Market market = new Market(shared, Environment.LIVE);

  @Test
  void without_an_overlay_all_environments_and_partners_share_one_view() {
    assertThat(market.of("prt_1")).isSameAs(shared.view()).isSameAs(market.view());
    assertThat(new Market(shared, Environment.LIVE).of("prt_2")).isSameAs(shared.view());
  }

  @Test
  void an_environment_that_halts_or_suspends_leaves_the_other_one_alone() {
    var suspended = new Overlay(Set.of("JSE"), suspended("SCOM.KE"), Map.of(), List.of());
    market.overlay(suspended, Map.of());
    var seen = market.of("prt_1");
    var scom = seen.catalogue().named("SCOM.KE");
    assertThat(scom.status()).isEqualTo(InstrumentStatus.SUSPENDED);
    assertThat(seen.snapshot().quote("SCOM.KE").orElseThrow().instrument()).isEqualTo(scom);
    assertThat(seen.takesOrders(scom)).isFalse();
    assertThat(seen.takesOrders(instrument("NPN.ZA"))).isFalse();
    assertThat(seen.takesOrders(instrument("KCB.KE"))).isTrue();
    assertThat(seen.phaseAt(exchange("JSE"), NOW)).isEqualTo(TradingPhase.CLOSED);
    var elsewhere = new Market(shared, Environment.LIVE).of("prt_1");
    assertThat(elsewhere.takesOrders(elsewhere.catalogue().named("SCOM.KE"))).isTrue();
    assertThat(elsewhere.phaseAt(exchange("JSE"), NOW)).isEqualTo(TradingPhase.OPEN);
  }

  @Test
  void what_operators_declare_is_under_what_the_environment_has_different() {
    declare(shared, halt(Environment.LIVE, "NSE", NOW), halt(Environment.SANDBOX, "GSE", NOW));
    market.overlay(new Overlay(Set.of("JSE"), Map.of(), Map.of(), List.of()), Map.of());
    assertThat(market.view().halted()).containsExactlyInAnyOrder("NSE", "JSE");
    assertThat(new Market(shared, Environment.SANDBOX).view().halted()).containsExactly("GSE");
    declare(shared);
    assertThat(market.view().halted()).containsExactly("JSE");
  }

  @Test
  void a_declared_day_moves_what_hangs_on_the_hours() {
    var view = market.view();
    var quote = view.snapshot().quote("SCOM.KE").orElseThrow();
    var weekEnd = at("2026-07-16T08:00:00Z");
    assertThat(quote.isStaleAt(weekEnd)).isTrue();
    var thursday = LocalDate.of(2026, 7, 16);
    declare(
        shared, new Declaration(Declaration.Kind.HOLIDAY, null, "NSE", thursday, "Mourning", NOW));
    assertThat(market.view()).isNotSameAs(view);
    assertThat(market.view().phaseAt(exchange("NSE"), weekEnd)).isEqualTo(TradingPhase.HOLIDAY);
    assertThat(market.view().snapshot().quote("SCOM.KE").orElseThrow().isStaleAt(weekEnd))
        .isFalse();
    assertThat(market.calendars().of(exchange("NSE")).nextOpen(at("2026-07-15T20:00:00Z")))
        .isEqualTo(at("2026-07-17T06:30:00Z"));
    assertThat(market.view().phaseAt(exchange("JSE"), weekEnd)).isEqualTo(TradingPhase.OPEN);
    declare(shared);
    assertThat(market.view().phaseAt(exchange("NSE"), weekEnd)).isEqualTo(TradingPhase.OPEN);
  }

  @Test
  void an_adjusted_price_is_adjusted_with_its_close_and_in_every_new_set() {
    var half = Map.of("SCOM.KE", new BigDecimal("0.5"));
    market.overlay(new Overlay(Set.of(), Map.of(), half, List.of()), Map.of());
    for (var now : List.of(NOW, NOW.plusSeconds(3_600))) {
      publish(shared, now);
      var whole = shared.view().snapshot().quote("SCOM.KE").orElseThrow();
      var adjusted = market.of("prt_1").snapshot().quote("SCOM.KE").orElseThrow();
      assertThat(adjusted.price().add(adjusted.price())).isEqualByComparingTo(whole.price());
      assertThat(adjusted.changePercent()).isEqualTo(whole.changePercent());
      assertThat(adjusted.asOf()).isEqualTo(whole.asOf());
      assertThat(market.of("prt_1").set()).isEqualTo(shared.view().set());
    }
  }

  @Test
  void an_instrument_of_one_partner_is_seen_by_nobody_else() {
    var own = Overlay.NONE.listing(TEST_STOCK, price("12.5"));
    market.overlay(Overlay.NONE, Map.of("prt_1", own));
    var seen = market.of("prt_1");
    assertThat(seen.catalogue().named("zzsplit").symbol()).isEqualTo("ZZSPLIT.KE");
    assertThat(seen.snapshot().quote("ZZSPLIT.KE").orElseThrow().price()).isEqualTo("12.5");
    assertThat(seen.snapshot().quotes()).hasSize(shared.view().snapshot().quotes().size() + 1);
    assertThat(market.of("prt_2")).isSameAs(shared.view());
    assertThat(market.of("prt_2").catalogue().find("ZZSPLIT.KE")).isEmpty();
  }

  @Test
  void a_partner_sees_its_own_on_top_of_what_its_environment_has_different() {
    var suspended = new Overlay(Set.of(), suspended("SCOM.KE", "ZZSPLIT.KE"), Map.of(), List.of());
    market.overlay(suspended, Map.of("prt_1", Overlay.NONE.listing(TEST_STOCK, price("12.5"))));
    var seen = market.of("prt_1");
    assertThat(seen.catalogue().named("SCOM.KE").tradable()).isFalse();
    assertThat(seen.catalogue().named("ZZSPLIT.KE").tradable()).isTrue();
  }

  @Test
  void a_view_is_made_once_and_anew_when_prices_or_overlays_are() {
    market.overlay(Overlay.NONE, Map.of("prt_1", Overlay.NONE.listing(TEST_STOCK, null)));
    var first = market.of("prt_1");
    assertThat(market.of("prt_1")).isSameAs(first);
    publish(shared, NOW.plusSeconds(900));
    var second = market.of("prt_1");
    assertThat(second).isNotSameAs(first);
    assertThat(second.catalogue().find("ZZSPLIT.KE")).isPresent();
    market.overlay(Overlay.NONE, Map.of());
    assertThat(market.of("prt_1")).isSameAs(shared.view());
  }

  private static Map<String, InstrumentStatus> suspended(String... symbols) {
    var statuses = new HashMap<String, InstrumentStatus>();
    for (var symbol : symbols) statuses.put(symbol, InstrumentStatus.SUSPENDED);
    return statuses;
  }

  private static FeedPrice price(String price) {
    var value = new BigDecimal(price);
    return new FeedPrice("ZZSPLIT.KE", value, value, 0, NOW, DataQuality.SIMULATED);
  }
}
