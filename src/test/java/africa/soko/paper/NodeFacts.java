package africa.soko.paper;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// What the service says of accounts and orders over HTTP, as [Facts] names it.
final class NodeFacts {
  private final NodeCalls calls;
  private final Map<String, List<String>> events = new HashMap<>();

  NodeFacts(NodeCalls calls) {
    this.calls = calls;
  }

  /// @param path of a sub-account; empty for the partner's own
  Map<String, String> account(String path, List<String> symbols) {
    var facts = new TreeMap<String, String>();
    var account = get(path.isEmpty() ? "/account" : path);
    facts.put("status", account.get("status").asText().toUpperCase(Locale.ROOT));
    facts.put("cash", "" + cents(account.get("walletBalance")));
    facts.put("withdrawable", "" + withdrawable(path));
    var portfolio = get(path + "/portfolio");
    facts.put("escrow", "" + cents(portfolio.get("summary").get("escrowUsd")));
    for (var symbol : symbols) {
      facts.put(symbol, "0 less 0");
      if (!path.isEmpty()) facts.put(symbol + " lots", "");
    }
    for (var held : portfolio.get("holdings")) {
      var units = held.get("quantity").decimalValue();
      var reserved = held.get("reservedQuantity").decimalValue();
      facts.put(
          held.get("symbol").asText(),
          "%s less %s".formatted(Sums.text(units), Sums.text(reserved)));
    }
    if (!path.isEmpty()) facts.putAll(lots(path));
    return facts;
  }

  private Map<String, String> lots(String path) {
    var lots = new HashMap<String, StringJoiner>();
    for (var each : all(path + "/tax-lots?limit=200", "taxLots")) {
      var micros = each.get("costBasisUsd").decimalValue().movePointRight(6).longValueExact();
      lots.computeIfAbsent(each.get("symbol").asText() + " lots", _ -> new StringJoiner(" "))
          .add(Sums.text(each.get("remainingQuantity").decimalValue()) + "@" + micros);
    }
    var facts = new TreeMap<String, String>();
    lots.forEach((symbol, text) -> facts.put(symbol, text.toString()));
    return facts;
  }

  long withdrawable(String path) {
    return cents(get(path + "/buying-power").get("withdrawableUsd"));
  }

  Map<String, String> order(String path, boolean isWhole) {
    var order = get(path);
    var facts = new TreeMap<String, String>();
    facts.put("status", order.get("status").asText());
    facts.put("filled", Sums.text(order.get("filledQuantity").decimalValue()));
    facts.put("remaining", Sums.text(order.get("remainingQuantity").decimalValue()));
    facts.put("limit", number(order.path("limitPrice")));
    facts.put("stop", number(order.path("stopPrice")));
    facts.put("rejection", order.path("rejectionCode").asText(""));
    var refunded = order.path("refunded");
    facts.put("refunded", refunded.isNumber() ? "" + cents(refunded) : "");
    facts.put("expired", "" + order.path("orderLifecycle").asText("").equals("EXPIRED"));
    facts.put("settlement", order.path("settlementStatus").asText(""));
    facts.put("fee", "" + cents(order.get("feeAmount")));
    facts.put("markup", "" + cents(order.get("markupFee")));
    facts.put("usd", number(order.path("settlementUsdPrice")));
    var average = order.path("averagePrice");
    if (average.isNumber()) {
      facts.put("average", Sums.text(Facts.rounded(average.decimalValue())));
    }
    facts.put("total", "" + cents(order.get("totalCost")));
    if (!isWhole) return facts;
    facts.put(
        "events", String.join(" ", events.getOrDefault(order.get("orderId").asText(), List.of())));
    var reports = new StringJoiner(" ");
    get(path + "/execution-reports")
        .get("executionReports")
        .forEach(report -> reports.add(report.get("reportType").asText()));
    facts.put("reports", reports.toString());
    return facts;
  }

  @Nullable Instant triggeredAt(String path) {
    var at = get(path).path("triggeredAt");
    return at.isTextual() ? Instant.parse(at.asText()) : null;
  }

  /// Reads the whole log anew.
  void readEvents() {
    events.clear();
    var log = all("/events?limit=200", "events");
    log.sort(Comparator.comparingLong(event -> event.get("sequence").asLong()));
    for (var event : log) {
      var order = event.path("data").path("orderId").asText("");
      events.computeIfAbsent(order, _ -> new ArrayList<>()).add(event.get("event").asText());
    }
  }

  /// All pages of a list.
  private ArrayList<JsonNode> all(String path, String name) {
    var found = new ArrayList<JsonNode>();
    for (var page = get(path); ; page = get(path + "&cursor=" + page.get("nextCursor").asText())) {
      page.get(name).forEach(found::add);
      if (!page.path("hasMore").asBoolean()) return found;
    }
  }

  private JsonNode get(String path) {
    var reply = calls.read(path);
    if (reply.status() != 200) throw new AssertionError(path + ": " + reply);
    return reply.json();
  }

  private static String number(JsonNode number) {
    return number.isNumber() ? Sums.text(number.decimalValue()) : "";
  }

  static long cents(JsonNode amount) {
    return amount.decimalValue().movePointRight(2).longValueExact();
  }
}
