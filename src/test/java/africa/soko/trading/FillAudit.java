package africa.soko.trading;

import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.platform.money.Usd;
import africa.soko.trading.order.ExecutionReport;
import africa.soko.trading.order.Fill;
import africa.soko.trading.order.Order;
import africa.soko.trading.order.Order.Settlement.State;
import africa.soko.trading.order.Tranche;
import java.math.BigDecimal;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/// The fills of orders, of which each settles or fails by itself.
final class FillAudit {
  private final Map<String, List<ExecutionReport>> reportsOfOrder;

  FillAudit(Map<String, List<ExecutionReport>> reportsOfOrder) {
    this.reportsOfOrder = reportsOfOrder;
  }

  List<Fill> of(Order order) {
    return reportsOfOrder.getOrDefault(order.terms().orderId(), List.of()).stream()
        .flatMap(
            report -> Stream.ofNullable(report.tranche()).map(tranche -> new Fill(report, tranche)))
        .toList();
  }

  List<Fill> of(Order order, State state) {
    return of(order).stream().filter(fill -> fill.tranche().state() == state).toList();
  }

  /// Units of fills whose settlement has not failed.
  BigDecimal kept(Order order) {
    return of(order).stream()
        .filter(fill -> fill.tranche().state() != State.FAILED)
        .map(Fill::quantity)
        .reduce(BigDecimal.ZERO, BigDecimal::add);
  }

  Usd gross(List<Fill> fills) {
    return sum(fills, Tranche::gross);
  }

  /// What an order says of its fills, once it has one.
  static Usd filled(Order order, Usd amount) {
    return order.filled().quantity().signum() > 0 ? amount : Usd.ZERO;
  }

  private static Usd sum(List<Fill> fills, Function<Tranche, Usd> amount) {
    return fills.stream().map(Fill::tranche).map(amount).reduce(Usd.ZERO, Usd::plus);
  }

  /// Each fill settles or fails once, with a report of its own; the order has when all have.
  void check(Order order, List<ExecutionReport> reports) {
    var outcomes = reports.stream().flatMap(report -> Stream.ofNullable(report.outcome())).toList();
    assertThat(outcomes.stream().map(ExecutionReport.Outcome::state).sorted().toList())
        .as("settlements of %s", order)
        .isEqualTo(
            of(order).stream()
                .map(fill -> fill.tranche().state())
                .filter(state -> state != State.UNSETTLED)
                .sorted()
                .toList());
    var all = of(order);
    assertThat(List.of(gross(all), sum(all, Tranche::baseFee), sum(all, Tranche::markupFee)))
        .as("amounts by fills of %s", order)
        .containsExactly(
            filled(order, order.cost().gross()),
            filled(order, order.cost().baseFee()),
            filled(order, order.cost().markupFee()));
    var settlement = order.settlement();
    if (settlement == null) {
      assertThat(of(order)).isEmpty();
    } else {
      assertThat(settlement.state()).as("settlement of %s", order).isEqualTo(state(order));
    }
  }

  private State state(Order order) {
    if (!of(order, State.UNSETTLED).isEmpty()) return State.UNSETTLED;
    return of(order, State.FAILED).isEmpty() ? State.SETTLED : State.FAILED;
  }

  /// The events of what has ended.
  Set<String> told(Order order) {
    var told = new HashSet<String>();
    if (!of(order, State.SETTLED).isEmpty()) told.add("order.settled");
    if (!of(order, State.FAILED).isEmpty()) told.add("order.settlement_failed");
    return told;
  }
}
