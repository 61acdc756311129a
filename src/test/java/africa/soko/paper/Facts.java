package africa.soko.paper;

import java.math.BigDecimal;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// What can be seen of an account or of an order, by name, as text. What one side does not tell is
/// not compared.
final class Facts {
  private Facts() {}

  static Map<String, String> of(Account account, Books books) {
    var facts = new TreeMap<String, String>();
    facts.put("status", account.isMaster() ? "ACTIVE" : account.status);
    facts.put("cash", "" + account.cash);
    facts.put("escrow", "" + held(account, books));
    facts.put("withdrawable", "" + Math.max(0, account.cash - books.unsettled(account)));
    for (var symbol : Market.STOCKS.keySet()) {
      var holding = account.holding(symbol);
      facts.put(
          symbol, "%s less %s".formatted(Sums.text(holding.units()), Sums.text(holding.reserved)));
      facts.put(symbol + " lots", holding.lots());
    }
    return facts;
  }

  static Map<String, String> of(Order order) {
    var facts = new TreeMap<String, String>();
    facts.put("status", order.status);
    facts.put("filled", Sums.text(order.filled));
    facts.put("remaining", Sums.text(order.remaining()));
    facts.put("limit", maybe(order.limit));
    facts.put("stop", maybe(order.stop));
    facts.put("rejection", maybe(order.rejection));
    facts.put("refunded", maybe(order.refunded));
    facts.put("expired", "" + order.expired);
    facts.put("settlement", maybe(order.settlement));
    if (order.filled.signum() > 0) {
      facts.put("fee", "" + order.fee());
      facts.put("markup", "" + order.markup);
      facts.put("usd", Sums.text(Sums.ratio(order.worth, order.filled)));
      // Averages of averages lose the last digits.
      var average = Sums.ratio(order.localWorth, order.filled);
      facts.put("average", Sums.text(rounded(average)));
    }
    if (!order.isOpen()) facts.put("total", "" + (order.filled.signum() > 0 ? order.net() : 0));
    else if (order.buy) facts.put("total", "" + (order.net() + order.held));
    else if (order.filled.signum() == 0) facts.put("total", "" + order.estimate);
    facts.put("events", String.join(" ", order.events));
    facts.put("reports", String.join(" ", order.reports));
    return facts;
  }

  /// An average price as far as it is compared.
  static BigDecimal rounded(BigDecimal average) {
    return Sums.floor(average.add(new BigDecimal("0.00005")), 3);
  }

  static String maybe(@Nullable Object fact) {
    if (fact instanceof BigDecimal number) return Sums.text(number);
    return fact == null ? "" : fact.toString();
  }

  /// The first fact that both tell and tell differently, or null.
  static @Nullable String difference(Map<String, String> paper, Map<String, String> service) {
    for (var fact : paper.entrySet()) {
      var told = service.get(fact.getKey());
      if (told == null || told.equals(fact.getValue())) continue;
      return "%s is %s on paper and %s".formatted(fact.getKey(), fact.getValue(), told);
    }
    return null;
  }

  private static long held(Account account, Books books) {
    return books.orders.values().stream()
        .filter(order -> order.account == account)
        .mapToLong(order -> order.held)
        .sum();
  }
}
