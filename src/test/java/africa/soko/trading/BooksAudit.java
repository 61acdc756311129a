package africa.soko.trading;

import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.event.Event;
import africa.soko.ledger.Account;
import africa.soko.ledger.MemoryBooks;
import africa.soko.ledger.Pocket;
import africa.soko.ledger.Transfer;
import africa.soko.ledger.Transfer.Entry;
import africa.soko.platform.money.Rounding;
import africa.soko.platform.money.Usd;
import africa.soko.trading.order.ExecutionReport;
import africa.soko.trading.order.Fill;
import africa.soko.trading.order.Order;
import africa.soko.trading.order.Order.Settlement.State;
import africa.soko.trading.order.Order.Status;
import africa.soko.trading.order.OrderTable;
import africa.soko.trading.position.Disposal;
import africa.soko.trading.position.Holding;
import africa.soko.trading.position.Lot;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Everything that must hold of the books at any moment, worked out anew from their rows.
public final class BooksAudit {
  private static final BigDecimal CENT = new BigDecimal("0.01");
  private static final Pattern ORDER_ID = Pattern.compile("\"orderId\":\"([^\"]+)\"");

  private final MemoryBooks books;
  private final Map<String, List<Transfer>> transfersOfOrder;
  private final Map<String, List<ExecutionReport>> reportsOfOrder;
  private final Map<String, List<Disposal>> disposalsOfOrder;
  private final FillAudit fills;

  private record PocketKey(String partnerId, Pocket pocket) {}

  private BooksAudit(MemoryBooks books) {
    this.books = books;
    this.transfersOfOrder =
        books.transfers().stream()
            .filter(t -> t.orderId() != null)
            .collect(groupingBy(t -> String.valueOf(t.orderId())));
    this.reportsOfOrder = by(books.all(ExecutionReport.TABLE), ExecutionReport::orderId);
    this.fills = new FillAudit(reportsOfOrder);
    this.disposalsOfOrder = by(books.all(Disposal.TABLE), Disposal::orderId);
  }

  public static void check(MemoryBooks books) {
    var audit = new BooksAudit(books);
    audit.wallets();
    books.all(Account.TABLE).forEach(audit::account);
    books.all(Holding.TABLE).forEach(audit::holding);
    books.all(OrderTable.ORDERS).forEach(audit::order);
    audit.events();
  }

  /// Balances are the sum of the transfers, entries are dense, and no money appears or vanishes.
  private void wallets() {
    var balances = new HashMap<PocketKey, Long>();
    var entries = new HashMap<PocketKey, List<Entry>>();
    for (var transfer : books.transfers()) {
      assertThat(transfer.amount().isPositive()).as("%s", transfer).isTrue();
      assertThat(transfer.amount().micros() % 10_000).as("cents of %s", transfer).isZero();
      var from = new PocketKey(transfer.partnerId(), transfer.from());
      var to = new PocketKey(transfer.partnerId(), transfer.to());
      balances.merge(from, -transfer.amount().micros(), Math::addExact);
      balances.merge(to, transfer.amount().micros(), Math::addExact);
      follow(entries, from, transfer.debit(), balances);
      follow(entries, to, transfer.credit(), balances);
    }
    var held = 0L;
    for (var account : books.all(Account.TABLE)) {
      var wallet = new PocketKey(account.partnerId(), Pocket.wallet(account.accountId()));
      var escrow = new PocketKey(account.partnerId(), Pocket.escrow(account.accountId()));
      assertThat(account.balances().cash().micros())
          .as("cash")
          .isEqualTo(balances.getOrDefault(wallet, 0L));
      assertThat(account.balances().escrow().micros())
          .as("escrow by transfers")
          .isEqualTo(balances.getOrDefault(escrow, 0L));
      assertThat(account.balances().entries())
          .as("entries")
          .isEqualTo(entries.getOrDefault(wallet, List.of()).size());
      held += account.balances().cash().micros() + account.balances().escrow().micros();
    }
    var outside =
        balances.entrySet().stream()
            .filter(e -> !isHeld(e.getKey().pocket()))
            .mapToLong(Map.Entry::getValue)
            .sum();
    assertThat(held + outside).as("all money").isZero();
  }

  private static boolean isHeld(Pocket pocket) {
    return pocket.kind() == Pocket.Kind.WALLET || pocket.kind() == Pocket.Kind.ESCROW;
  }

  private static void follow(
      Map<PocketKey, List<Entry>> entries,
      PocketKey key,
      @Nullable Entry entry,
      Map<PocketKey, Long> balances) {
    if (key.pocket().kind() != Pocket.Kind.WALLET) {
      assertThat(entry).isNull();
      return;
    }
    var sofar = entries.computeIfAbsent(key, _ -> new ArrayList<>());
    assertThat(entry)
        .as("entry of %s", key)
        .isEqualTo(new Entry(sofar.size() + 1L, new Usd(balances.getOrDefault(key, 0L))));
    sofar.add(entry);
  }

  private void account(Account account) {
    var orders = orders(o -> isOf(o, account)).toList();
    assertThat(
            Stream.of(
                account.balances().cash(),
                account.balances().escrow(),
                account.balances().unsettled()))
        .allMatch(amount -> amount.micros() >= 0);
    assertThat(account.balances().escrow())
        .as("escrow by orders")
        .isEqualTo(sum(orders, o -> o.held().cash()));
    assertThat(account.balances().openOrders())
        .as("open orders")
        .isEqualTo(orders.stream().filter(Order::isOpen).count());
    assertThat(account.balances().unsettled())
        .as("unsettled")
        .isEqualTo(
            sum(
                orders.stream()
                    .filter(BooksAudit::isSell)
                    .flatMap(o -> fills.of(o, State.UNSETTLED).stream())
                    .toList(),
                Fill::total));
  }

  private void holding(Holding holding) {
    var key = Holding.TABLE.keyOf(holding);
    var lots =
        books.all(Lot.TABLE).stream()
            .filter(l -> Holding.key(l.partnerId(), l.accountId(), l.symbol()).equals(key))
            .toList();
    for (var lot : lots) {
      assertThat(lot.originalQuantity()).isPositive();
      assertThat(lot.remainingQuantity()).isBetween(BigDecimal.ZERO, lot.originalQuantity());
      assertThat(lot.remainingCost()).isBetween(Usd.ZERO, lot.originalCost());
    }
    var orders =
        orders(
                o ->
                    Holding.key(o.terms().partnerId(), o.terms().accountId(), o.terms().symbol())
                        .equals(key))
            .toList();
    var traded =
        orders.stream()
            .map(o -> isSell(o) ? fills.kept(o).negate() : fills.kept(o))
            .reduce(BigDecimal.ZERO, BigDecimal::add);
    assertThat(holding.quantity()).as("bought less sold").isEqualByComparingTo(traded);
    assertThat(holding.quantity())
        .as("units in lots")
        .isEqualByComparingTo(units(lots, Lot::remainingQuantity));
    assertThat(holding.costBasis()).as("cost basis").isEqualTo(sum(lots, Lot::remainingCost));
    SoldAudit.check(books, holding);
    assertThat(holding.reserved())
        .as("reserved")
        .isEqualByComparingTo(units(orders, o -> o.held().units()))
        .isBetween(BigDecimal.ZERO, holding.quantity());
  }

  private void order(Order order) {
    var transfers = transfersOfOrder.getOrDefault(order.terms().orderId(), List.of());
    var escrow = Pocket.escrow(order.terms().accountId());
    assertThat(net(transfers, escrow)).as("escrow of %s", order).isEqualTo(order.held().cash());
    assertThat(filled(order)).isNotNegative();
    assertThat(filled(order).scale()).isLessThanOrEqualTo(6);
    assertThat(order.remainingQuantity()).isNotNegative();
    setAside(order);
    sizes(order);
    totalCost(order, transfers);
    postings(order, transfers);
    disposals(order);
    reports(order);
  }

  /// An open order keeps back what it may still take, one that has ended nothing.
  private static void setAside(Order order) {
    if (!order.isOpen()) {
      assertThat(order.held().units()).as("reserved by an ended order").isZero();
      assertThat(order.held().cash()).as("escrow of an ended order").isEqualTo(Usd.ZERO);
    } else if (isSell(order) && order.ask().cashValue() == null) {
      assertThat(order.held().units())
          .as("reserved by an open order")
          .isEqualByComparingTo(order.remainingQuantity());
    } else if (!isSell(order) && filled(order).signum() == 0) {
      assertThat(order.held().gross()).isEqualTo(order.cost().gross());
      assertThat(order.held().fee()).isEqualTo(order.cost().fee());
    }
  }

  /// Nothing exceeds what was asked.
  private static void sizes(Order order) {
    if (filled(order).signum() == 0) return;
    var cash = order.ask().cashValue();
    if (cash == null) {
      assertThat(filled(order)).isLessThanOrEqualTo(order.ask().quantity());
    } else {
      var spent = isSell(order) ? order.cost().gross() : order.totalCost();
      assertThat(spent).as("within %s", cash).isLessThanOrEqualTo(cash);
    }
  }

  /// To the cent what the wallet has paid or got, except what a SELL has yet to bring.
  private void totalCost(Order order, List<Transfer> transfers) {
    if (!fills.of(order, State.FAILED).isEmpty()) {
      assertThat(order.totalCost()).isEqualTo(order.filledTotal());
    } else {
      var moved = net(transfers, Pocket.wallet(order.terms().accountId()));
      if (isSell(order) && order.isOpen()) {
        assertThat(order.totalCost()).as("total of %s", order).isGreaterThanOrEqualTo(moved);
      } else {
        var paid = isSell(order) ? moved : moved.negated();
        assertThat(order.totalCost()).as("total of %s", order).isEqualTo(paid);
      }
    }
  }

  private void postings(Order order, List<Transfer> transfers) {
    var all = fills.of(order);
    var failed = fills.of(order, State.FAILED);
    var kept = fills.gross(all).minus(fills.gross(failed));
    assertThat(net(transfers, Pocket.VENUE))
        .as("venue of %s", order)
        .isEqualTo(isSell(order) ? kept.negated() : kept);
    if (failed.isEmpty()) fees(order, transfers);
    else if (failed.size() == all.size()) {
      var fees = net(transfers, Pocket.FEES).plus(net(transfers, Pocket.MASTER_WALLET));
      assertThat(fees).as("fees given back").isLessThanOrEqualTo(Usd.ZERO);
    }
  }

  private static void fees(Order order, List<Transfer> transfers) {
    assertThat(net(transfers, Pocket.FEES))
        .as("base fee")
        .isEqualTo(FillAudit.filled(order, order.cost().baseFee()));
    var isMaster = order.terms().accountId().equals(Account.MASTER);
    assertThat(isMaster ? order.cost().markupFee() : net(transfers, Pocket.MASTER_WALLET))
        .as("markup")
        .isEqualTo(isMaster ? Usd.ZERO : FillAudit.filled(order, order.cost().markupFee()));
  }

  private void disposals(Order order) {
    var disposals = disposalsOfOrder.getOrDefault(order.terms().orderId(), List.of());
    assertThat(disposals).allMatch(d -> d.quantity().signum() > 0);
    var failed = fills.of(order, State.FAILED).stream().map(Fill::number).toList();
    assertThat(disposals).allMatch(d -> d.reversed() == failed.contains(d.fill().number()));
    if (!isSell(order)) {
      assertThat(disposals).isEmpty();
    } else {
      assertThat(units(disposals, Disposal::quantity)).isEqualByComparingTo(filled(order));
      if (!disposals.isEmpty()) {
        assertThat(sum(disposals, Disposal::proceeds))
            .as("net proceeds")
            .isEqualTo(order.filledTotal());
      }
    }
  }

  private void reports(Order order) {
    var reports = reportsOfOrder.getOrDefault(order.terms().orderId(), List.of());
    assertThat(reports).hasSize(order.progress().reportCount());
    var cumulative = BigDecimal.ZERO;
    var worth = BigDecimal.ZERO;
    for (int i = 0; i < reports.size(); i++) {
      var report = reports.get(i);
      assertThat(report.sequence()).isEqualTo(i + 1);
      assertThat(report.leavesQuantity()).isNotNegative();
      if (report.tranche() != null && report.lastPrice() != null && report.fxRate() != null) {
        assertThat(report.lastQuantity()).isPositive();
        cumulative = cumulative.add(report.lastQuantity());
        var usdPrice = Rounding.usdPrice(report.lastPrice(), report.fxRate());
        worth = worth.add(report.lastQuantity().multiply(usdPrice));
      }
      assertThat(report.cumulativeQuantity()).isEqualByComparingTo(cumulative);
    }
    fills.check(order, reports);
    // What sets a resting order off is no event of its own in SPEC "Execution report".
    assertThat(reports.getLast().status())
        .isEqualTo(isTriggered(order) ? Status.WORKING : order.progress().status());
    assertThat(filled(order)).isEqualByComparingTo(cumulative);
    if (worth.signum() > 0) roundedOnce(order, worth);
  }

  /// Over all fills together, however many: to the payer's loss a cost, to the seller's the
  /// proceeds, and the fee is that of the whole.
  private static void roundedOnce(Order order, BigDecimal worth) {
    var more = order.cost().gross().dollars().subtract(worth);
    assertThat(order.filled().value()).isEqualByComparingTo(worth);
    assertThat(more.abs()).as("gross of %s against units at their prices", order).isLessThan(CENT);
    if (!isSell(order)) assertThat(more).isNotNegative();
    if (isSell(order) && order.ask().cashValue() == null) assertThat(more).isNotPositive();
    assertThat(order.cost().fee()).isEqualTo(order.terms().fees().total(order.cost().gross()));
  }

  /// First what it waits for, a price or the desk, then at most one end, told once under each of
  /// its names.
  private void events() {
    var told = new HashMap<String, List<String>>();
    for (var event : books.events()) {
      if (!event.name().startsWith("order.") && !event.name().startsWith("trade.")) continue;
      told.computeIfAbsent(orderOf(event), _ -> new ArrayList<>()).add(event.name());
    }
    for (var order : books.all(OrderTable.ORDERS)) {
      var names = told.remove(order.terms().orderId());
      assertThat(names).as("events of %s", order).isNotNull();
      var waits = "order.working( order.(working|replaced))*";
      var ends = Set.of("order.settled", "order.settlement_failed");
      var settlements = names.stream().filter(ends::contains).collect(Collectors.toSet());
      names.removeIf(ends::contains);
      assertThat(settlements).as("settlements told of %s", order).isEqualTo(fills.told(order));
      var start = order.resting() == null ? "order.pending" : waits;
      var set = order.resting() == null ? "" : " order.pending";
      var maybe = "(" + set + ")?" + "( order.partially_filled)*";
      assertThat(String.join(" ", names))
          .matches(
              switch (order.progress().status()) {
                case WORKING -> start;
                case PENDING -> start + set;
                case PARTIALLY_FILLED -> start + maybe;
                case FILLED -> start + maybe + " order.filled trade.settled";
                case REJECTED -> start + maybe + " order.rejected trade.rejected";
                case CANCELLED -> start + maybe + " order.cancelled";
              });
    }
    assertThat(told).as("events of no order").isEmpty();
  }

  private static String orderOf(Event event) {
    var matcher = ORDER_ID.matcher(event.data());
    assertThat(matcher.find()).as(event.data()).isTrue();
    return matcher.group(1);
  }

  private Stream<Order> orders(Predicate<Order> wanted) {
    return books.all(OrderTable.ORDERS).stream().filter(wanted);
  }

  private static boolean isOf(Order order, Account account) {
    return order.terms().partnerId().equals(account.partnerId())
        && order.terms().accountId().equals(account.accountId());
  }

  private static boolean isSell(Order order) {
    return order.terms().side() == Side.SELL;
  }

  private static boolean isTriggered(Order order) {
    return order.resting() != null && order.progress().status() == Status.PENDING;
  }

  private static BigDecimal filled(Order order) {
    return order.filled().quantity();
  }

  private static Usd net(List<Transfer> transfers, Pocket pocket) {
    var net = Usd.ZERO;
    for (var transfer : transfers) {
      if (transfer.to().equals(pocket)) net = net.plus(transfer.amount());
      if (transfer.from().equals(pocket)) net = net.minus(transfer.amount());
    }
    return net;
  }

  private static <V> Usd sum(List<V> values, Function<V, Usd> amount) {
    return values.stream().map(amount).reduce(Usd.ZERO, Usd::plus);
  }

  private static <V> BigDecimal units(List<V> values, Function<V, BigDecimal> quantity) {
    return values.stream().map(quantity).reduce(BigDecimal.ZERO, BigDecimal::add);
  }

  private static <V> Map<String, List<V>> by(Collection<V> values, Function<V, String> order) {
    return values.stream().collect(groupingBy(order));
  }
}
