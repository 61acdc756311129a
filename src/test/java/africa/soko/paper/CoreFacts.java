package africa.soko.paper;

import africa.soko.ledger.Account;
import africa.soko.ledger.MemoryBooks;
import africa.soko.platform.db.Group;
import africa.soko.platform.db.Key;
import africa.soko.platform.money.Usd;
import africa.soko.trading.Floor;
import africa.soko.trading.order.ExecutionReport;
import africa.soko.trading.order.Fill;
import africa.soko.trading.order.Order;
import africa.soko.trading.order.OrderView;
import africa.soko.trading.position.Holding;
import africa.soko.trading.position.Lot;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What books in memory say of their accounts and orders, as [Facts] names it.
final class CoreFacts {
  private static final Pattern ORDER = Pattern.compile("\"orderId\":\"([^\"]+)\"");
  private static final Group<ExecutionReport> REPORTS =
      new Group<>(
          ExecutionReport.TABLE,
          List.of("partner_id", "order_id"),
          "true",
          report -> Key.of(report.partnerId(), report.orderId()));

  private final MemoryBooks books;
  private final Map<String, List<String>> events = new HashMap<>();
  private int seen;

  CoreFacts(MemoryBooks books) {
    this.books = books;
  }

  static Stream<Fill> fills(MemoryBooks books, String orderId) {
    return books.group(REPORTS, Key.of(Floor.PARTNER, orderId)).stream()
        .flatMap(
            report ->
                Stream.ofNullable(report.tranche()).map(tranche -> new Fill(report, tranche)));
  }

  Map<String, String> account(String accountId, List<String> symbols) {
    var account = books.find(Account.TABLE, Account.key(Floor.PARTNER, accountId)).orElseThrow();
    var facts = new TreeMap<String, String>();
    facts.put("status", account.standing().status().name());
    facts.put("cash", "" + cents(account.balances().cash()));
    facts.put("escrow", "" + cents(account.balances().escrow()));
    facts.put("withdrawable", "" + cents(account.balances().withdrawable()));
    for (var symbol : symbols) {
      facts.put(symbol, holding(accountId, symbol));
      facts.put(symbol + " lots", lots(accountId, symbol));
    }
    return facts;
  }

  long withdrawable(String accountId) {
    var account = books.find(Account.TABLE, Account.key(Floor.PARTNER, accountId)).orElseThrow();
    return cents(account.balances().withdrawable());
  }

  private String holding(String accountId, String symbol) {
    var key = Holding.key(Floor.PARTNER, accountId, symbol);
    return books
        .find(Holding.TABLE, key)
        .map(held -> Sums.text(held.quantity()) + " less " + Sums.text(held.reserved()))
        .orElse("0 less 0");
  }

  private String lots(String accountId, String symbol) {
    return books.group(Lot.OF_HOLDING, Holding.key(Floor.PARTNER, accountId, symbol)).stream()
        .filter(lot -> lot.remainingQuantity().signum() > 0)
        .sorted(Comparator.comparing(Lot::acquiredAt).thenComparing(Lot::lotId))
        .map(lot -> Sums.text(lot.remainingQuantity()) + "@" + lot.remainingCost().micros())
        .collect(Collectors.joining(" "));
  }

  Map<String, String> order(Order order, boolean isWhole) {
    var view = OrderView.of(order);
    var facts = new TreeMap<String, String>();
    facts.put("status", view.status().name());
    facts.put("filled", Sums.text(view.filledQuantity()));
    facts.put("remaining", Sums.text(view.remainingQuantity()));
    facts.put("limit", Facts.maybe(view.limitPrice()));
    facts.put("stop", Facts.maybe(view.stopPrice()));
    facts.put("rejection", Facts.maybe(view.rejectionCode()));
    var refunded = view.refunded();
    facts.put("refunded", refunded == null ? "" : "" + cents(refunded));
    facts.put("expired", "" + "EXPIRED".equals(view.orderLifecycle()));
    facts.put("settlement", Facts.maybe(view.settlementStatus()));
    facts.put("fee", "" + cents(view.feeAmount()));
    facts.put("markup", "" + cents(view.markupFee()));
    facts.put("usd", Facts.maybe(view.settlementUsdPrice()));
    var average = view.averagePrice();
    if (average != null) facts.put("average", Sums.text(Facts.rounded(average)));
    facts.put("total", "" + cents(view.totalCost()));
    if (!isWhole) return facts;
    facts.put("events", String.join(" ", eventsOf(view.orderId())));
    facts.put(
        "reports",
        books.group(REPORTS, Key.of(Floor.PARTNER, view.orderId())).stream()
            .map(report -> report.reportType().name())
            .collect(Collectors.joining(" ")));
    return facts;
  }

  private List<String> eventsOf(String orderId) {
    var all = books.events();
    for (; seen < all.size(); seen++) {
      var event = all.get(seen);
      var matcher = ORDER.matcher(event.data());
      if (!event.name().startsWith("quote.") && matcher.find()) {
        events.computeIfAbsent(matcher.group(1), _ -> new ArrayList<>()).add(event.name());
      }
    }
    return events.getOrDefault(orderId, List.of());
  }

  static long cents(Usd usd) {
    return usd.micros() / 10_000;
  }
}
