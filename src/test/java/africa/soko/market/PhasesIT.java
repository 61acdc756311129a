package africa.soko.market;

import static africa.soko.market.MarketFixture.at;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.edge.Environment;
import africa.soko.market.exchange.HolidayOverride;
import africa.soko.market.exchange.PhaseChange;
import africa.soko.market.exchange.TradingPhase;
import africa.soko.market.history.PriceHistory;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What partners are told of the phases of exchanges: by the hour, of halts and of days that are
/// declared.
class PhasesIT extends MarketNodes {
  @Test
  void an_open_and_a_close_are_announced_once() {
    walk(at("2026-07-15T00:00:00Z"), at("2026-07-16T00:00:00Z"));
    assertThat(of("NSE"))
        .containsExactly(
            new PhaseChange(
                "NSE", TradingPhase.CLOSED, TradingPhase.OPEN, at("2026-07-15T12:00:00Z")),
            new PhaseChange(
                "NSE", TradingPhase.OPEN, TradingPhase.CLOSED, at("2026-07-16T06:30:00Z")));
  }

  @Test
  void a_holiday_is_a_phase_from_midnight_to_midnight() {
    // Mashujaa Day, a Tuesday: 20 October from midnight to midnight in Nairobi.
    walk(at("2026-10-19T12:30:00Z"), at("2026-10-21T06:30:00Z"));
    assertThat(of("NSE"))
        .containsExactly(
            new PhaseChange(
                "NSE", TradingPhase.CLOSED, TradingPhase.HOLIDAY, at("2026-10-20T21:00:00Z")),
            new PhaseChange(
                "NSE", TradingPhase.HOLIDAY, TradingPhase.CLOSED, at("2026-10-21T06:30:00Z")),
            new PhaseChange(
                "NSE", TradingPhase.CLOSED, TradingPhase.OPEN, at("2026-10-21T12:00:00Z")));
  }

  @Test
  void casablanca_opens_later_and_closes_earlier_in_ramadan() {
    var market = SharedMarket.load(now, _ -> PriceHistory.NONE);
    var casablanca = market.exchanges().byCode("CSE").orElseThrow();
    var session = market.calendars().of(casablanca).nextSession(LocalDate.of(2026, 2, 22));
    walk(session.open().minusSeconds(3_600), session.close().plusSeconds(60));
    assertThat(of("CSE"))
        .extracting(PhaseChange::status)
        .containsExactly(TradingPhase.OPEN, TradingPhase.CLOSED);
    assertThat(of("CSE").getFirst().nextTransitionAt()).isEqualTo(session.close());
    assertThat(session.length()).isEqualTo(Duration.ofMinutes(210));
  }

  @Test
  void a_node_whose_clock_is_behind_announces_nothing_back() {
    var ahead = new Node("a");
    var behind = new Node("b");
    now = at("2026-07-15T06:29:59Z");
    ahead.service.tick();
    now = at("2026-07-15T06:30:00Z");
    ahead.service.tick();
    now = at("2026-07-15T06:29:59.8Z");
    behind.service.tick();
    now = at("2026-07-15T06:30:01Z");
    behind.service.tick();
    assertThat(of("NSE")).hasSize(1);
  }

  @Test
  void a_halt_closes_an_open_exchange_of_one_environment_and_is_seen_by_every_node() {
    var nodes = List.of(new Node("a"), new Node("b"));
    nodes.forEach(node -> node.service.tick());
    now = now.plusSeconds(30);
    var declarations = new DeclarationStore(pool);
    for (int repeat = 0; repeat < 2; repeat++) {
      declarations.halt(Environment.LIVE, "NSE", null, now).await();
      nodes.forEach(node -> node.service.tick());
    }
    // It would have closed at 12:00; now it opens tomorrow.
    var halted =
        new PhaseChange("NSE", TradingPhase.OPEN, TradingPhase.CLOSED, at("2026-07-16T06:30:00Z"));
    assertThat(of("NSE")).containsExactly(halted);
    assertThat(announced(Environment.SANDBOX)).isEmpty();
    assertThat(nodes)
        .allSatisfy(
            node -> {
              assertThat(node.market.declared(Environment.LIVE).halted()).containsExactly("NSE");
              assertThat(node.market.declared(Environment.SANDBOX).halted()).isEmpty();
            });
    now = now.plusSeconds(30);
    declarations.resume(Environment.LIVE, "NSE").await();
    // Also when the one that was told of it dies at once.
    nodes.getLast().service.tick();
    nodes.getFirst().service.tick();
    var resumed =
        new PhaseChange("NSE", TradingPhase.CLOSED, TradingPhase.OPEN, at("2026-07-15T12:00:00Z"));
    assertThat(of("NSE")).containsExactly(halted, resumed);
  }

  @Test
  void a_halt_is_no_news_where_nobody_trades_and_ends_as_the_phase_that_then_holds() {
    var node = new Node("a");
    node.service.tick();
    var declarations = new DeclarationStore(pool);
    declarations.halt(Environment.LIVE, "NSE", "Outage", now).await();
    declarations.halt(Environment.LIVE, "GSE", "Outage", now).await();
    now = now.plusSeconds(1);
    node.service.tick();
    assertThat(of("GSE")).isEmpty();
    // It is over after the close, of which nobody need be told.
    now = at("2026-07-15T13:00:00Z");
    node.service.tick();
    declarations.resume(Environment.LIVE, "NSE").await();
    node.service.tick();
    assertThat(of("NSE")).extracting(PhaseChange::status).containsExactly(TradingPhase.CLOSED);
  }

  @Test
  void a_day_that_is_declared_a_holiday_is_one_on_every_node_and_in_both_environments() {
    var nodes = List.of(new Node("a"), new Node("b"));
    now = at("2026-07-16T05:00:00Z");
    nodes.forEach(node -> node.service.tick());
    now = now.plusSeconds(1);
    var today = LocalDate.of(2026, 7, 16);
    var store = new DeclarationStore(pool);
    store.override(new HolidayOverride("NSE", today, false, "Mourning"), now).await();
    nodes.forEach(node -> node.service.tick());
    for (var node : nodes) {
      assertThat(node.market.calendars().of(node.market.exchange("NSE")).phaseAt(now))
          .isEqualTo(TradingPhase.HOLIDAY);
    }
    for (var environment : Environment.values()) {
      assertThat(announced(environment))
          .filteredOn(each -> each.exchange().equals("NSE"))
          .containsExactly(
              new PhaseChange(
                  "NSE", TradingPhase.CLOSED, TradingPhase.HOLIDAY, at("2026-07-16T21:00:00Z")));
    }
    now = at("2026-07-16T08:00:00Z");
    nodes.forEach(node -> node.service.tick());
    assertThat(nodes.getFirst().quote("SCOM.KE").asOf()).isBefore(at("2026-07-15T12:00:00Z"));
    assertThat(nodes.getFirst().quote("NPN.ZA").asOf()).isEqualTo(now);
  }

  /// Moves the clock to each moment that the service asks for, on two nodes.
  private void walk(Instant from, Instant to) {
    now = from;
    var nodes = List.of(new Node("a"), new Node("b"));
    while (!now.isAfter(to)) {
      var next = to.plusSeconds(1);
      for (var node : nodes) {
        node.service.tick();
        var due = nextChange(node.market);
        if (due.isBefore(next)) next = due;
      }
      now = next;
    }
  }

  /// The service comes more often; between these moments it finds nothing to announce.
  private Instant nextChange(SharedMarket market) {
    return market.exchanges().all().stream()
        .map(exchange -> market.calendars().of(exchange).nextTransition(now))
        .min(Instant::compareTo)
        .orElseThrow();
  }

  private List<PhaseChange> of(String exchange) {
    return announced().stream().filter(change -> change.exchange().equals(exchange)).toList();
  }
}
