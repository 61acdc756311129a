package africa.soko.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.edge.Environment;
import africa.soko.event.LoggedEvent;
import africa.soko.testing.Partner;
import africa.soko.testing.Reply;
import africa.soko.testing.Service;
import africa.soko.testing.Trader;
import africa.soko.trading.Side;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/// A sub-account with the test tools for its orders. After every move it holds against each other
/// what the service says of it in different places.
record TestDesk(Service service, Partner partner, Trader user) {
  static final String SYMBOL = "SCOM.KE";
  private static final TextNode SETTLED = TextNode.valueOf("SETTLEMENT");

  /// @param usd what the wallet holds
  static TestDesk of(Service service, Partner partner, String usd) {
    return new TestDesk(service, partner, partner.verifiedUser().funded(usd));
  }

  Reply ask(Side side, Number quantity, @Nullable String outcome) {
    return partner.sandbox().post("/test-tools/trade", trade(side, quantity, outcome));
  }

  Map<String, Object> trade(Side side, Number quantity, @Nullable String outcome) {
    var body = new HashMap<String, Object>();
    body.put("symbol", SYMBOL);
    body.put("type", side);
    body.put("quantity", quantity);
    body.put("subAccountId", user.id());
    if (outcome != null) body.put("outcome", outcome);
    return body;
  }

  /// A test trade that is accepted; everything agrees after it.
  Reply traded(Side side, Number quantity, @Nullable String outcome) {
    var order = ask(side, quantity, outcome).expect(202);
    agrees();
    return order;
  }

  Reply askAdvance(Reply order, String outcome) {
    return advance(order, Map.of("outcome", outcome));
  }

  Reply askSettle(Reply order) {
    return advance(order, Map.of("settle", true));
  }

  Reply advanced(Reply order, String outcome) {
    var moved = askAdvance(order, outcome).expect(200);
    agrees();
    return moved;
  }

  Reply settled(Reply order) {
    var moved = askSettle(order).expect(200);
    agrees();
    return moved;
  }

  /// What the master wallet holds.
  BigDecimal master() {
    return partner.master().cash();
  }

  BigDecimal units() {
    return held("quantity");
  }

  BigDecimal withdrawable() {
    return user.get("/buying-power").expect(200).number("/withdrawableUsd");
  }

  List<String> reports(Reply order) {
    return reportsOf(order.text("/orderId")).stream()
        .map(r -> r.get("reportType").asText())
        .toList();
  }

  /// The names of an order's events, in the order of the log.
  List<String> events(Reply order) {
    return eventsOf(order.text("/orderId")).stream().map(LoggedEvent::name).toList();
  }

  /// Orders, transactions, wallet, holding, lots, reports and events say the same.
  void agrees() {
    var orders = list(user.get("/orders?limit=200"), "/orders");
    var transactions = list(user.get("/transactions?limit=200"), "/transactions");
    var cash = BigDecimal.ZERO;
    var units = BigDecimal.ZERO;
    var reserved = BigDecimal.ZERO;
    var unsettled = BigDecimal.ZERO;
    for (var transaction : transactions) cash = cash.add(number(transaction, "amount"));
    for (var order : orders) {
      agrees(order, transactions);
      units = units.add(unitsOf(order));
      if (!order.get("type").asText().equals("SELL")) continue;
      reserved = reserved.add(number(order, "remainingQuantity"));
      if (order.path("settlementStatus").asText().equals("UNSETTLED")) {
        unsettled = unsettled.add(moved(order, transactions));
      }
    }
    assertThat(user.cash()).isEqualByComparingTo(cash);
    assertThat(withdrawable()).isEqualByComparingTo(cash.subtract(unsettled).max(BigDecimal.ZERO));
    assertThat(units()).isEqualByComparingTo(units);
    assertThat(held("reservedQuantity")).isEqualByComparingTo(reserved);
    assertThat(lots()).isEqualByComparingTo(units);
  }

  private void agrees(JsonNode order, List<JsonNode> transactions) {
    var orderId = order.get("orderId").asText();
    var moved = moved(order, transactions);
    var totalCost = number(order, "totalCost");
    if (isFailed(order)) {
      assertThat(moved).as("cash of %s", order).isZero();
    } else if (order.get("type").asText().equals("BUY")) {
      assertThat(moved).as("cash of %s", order).isEqualByComparingTo(totalCost.negate());
    } else if (number(order, "remainingQuantity").signum() > 0) {
      assertThat(moved).as("cash of %s", order).isLessThan(totalCost);
    } else {
      assertThat(moved).as("cash of %s", order).isEqualByComparingTo(totalCost);
    }
    var reports = reportsOf(orderId);
    agrees(order, reports.getLast());
    var filled = BigDecimal.ZERO;
    for (int i = 0; i < reports.size(); i++) {
      var report = reports.get(i);
      assertThat(report.get("sequence").asInt()).isEqualTo(i + 1);
      if (report.get("reportType").asText().endsWith("FILL")) {
        filled = filled.add(number(report, "lastQuantity"));
      }
    }
    assertThat(filled).isEqualByComparingTo(number(order, "filledQuantity"));
    agrees(eventsOf(orderId), reports, order);
  }

  private static void agrees(JsonNode order, JsonNode report) {
    for (var field : List.of("status", "feeAmount", "rejectionCode", "rejectionReason")) {
      assertThat(report.path(field).asText()).isEqualTo(order.path(field).asText());
    }
    assertThat(number(report, "cumulativeQuantity"))
        .isEqualByComparingTo(number(order, "filledQuantity"));
    assertThat(number(report, "leavesQuantity"))
        .isEqualByComparingTo(number(order, "remainingQuantity"));
  }

  /// Each report has its events, an alias right behind the event that it repeats.
  private static void agrees(List<LoggedEvent> events, List<JsonNode> reports, JsonNode order) {
    var names = new ArrayList<String>();
    for (int i = 0; i < reports.size(); i++) {
      // What settles together has a report for each fill, and is told once.
      if (i == 0 || !reports.get(i - 1).get("reportType").equals(SETTLED)) {
        names.addAll(eventsOf(reports.get(i), order));
      }
    }
    assertThat(events).extracting(LoggedEvent::name).containsExactlyElementsOf(names);
    for (int i = 0; i < events.size(); i++) {
      var event = events.get(i);
      if (event.aliasOf() == null) continue;
      var original = events.get(i - 1);
      assertThat(event.aliasOf()).isEqualTo(original.name());
      assertThat(event.data()).isEqualTo(original.data());
      assertThat(event.eventId()).isNotEqualTo(original.eventId());
      assertThat(event.sequence()).isEqualTo(original.sequence() + 1);
    }
  }

  private static List<String> eventsOf(JsonNode report, JsonNode order) {
    return switch (report.get("reportType").asText()) {
      case "RECEIPT" -> List.of("order.pending");
      case "PARTIAL_FILL" -> List.of("order.partially_filled");
      case "FILL" -> List.of("order.filled", "trade.settled");
      case "REJECTION" -> List.of("order.rejected", "trade.rejected");
      case "CANCELLATION" -> List.of("order.cancelled");
      case "SETTLEMENT" -> List.of(isFailed(order) ? "order.settlement_failed" : "order.settled");
      default -> List.of();
    };
  }

  /// What an order has moved into the wallet, less what it has moved out of it.
  private static BigDecimal moved(JsonNode order, List<JsonNode> transactions) {
    var orderId = order.get("orderId").asText();
    return transactions.stream()
        .filter(t -> t.path("orderId").asText().equals(orderId))
        .map(t -> number(t, "amount"))
        .reduce(BigDecimal.ZERO, BigDecimal::add);
  }

  private static BigDecimal unitsOf(JsonNode order) {
    if (isFailed(order)) return BigDecimal.ZERO;
    var filled = number(order, "filledQuantity");
    return order.get("type").asText().equals("BUY") ? filled : filled.negate();
  }

  private static boolean isFailed(JsonNode order) {
    return order.path("settlementStatus").asText().equals("FAILED");
  }

  private BigDecimal held(String field) {
    return list(user.get("/portfolio"), "/holdings").stream()
        .map(holding -> number(holding, field))
        .reduce(BigDecimal.ZERO, BigDecimal::add);
  }

  private BigDecimal lots() {
    var sum =
        "SELECT coalesce(sum(remaining_quantity), 0)::text FROM lot WHERE account_id = '%s'"
            .formatted(user.id());
    return new BigDecimal((String) service.ask(Environment.SANDBOX, sum));
  }

  private List<JsonNode> reportsOf(String orderId) {
    return list(user.get("/orders/" + orderId + "/execution-reports"), "/executionReports");
  }

  private List<LoggedEvent> eventsOf(String orderId) {
    return service.events(partner.id()).stream()
        .filter(event -> Reply.read(event.data()).path("orderId").asText().equals(orderId))
        .toList();
  }

  private Reply advance(Reply order, Map<String, ?> body) {
    return partner.sandbox().patch("/test-tools/orders/" + order.text("/orderId"), body);
  }

  private static List<JsonNode> list(Reply reply, String array) {
    return StreamSupport.stream(reply.expect(200).at(array).spliterator(), false)
        .collect(Collectors.toList());
  }

  private static BigDecimal number(JsonNode object, String field) {
    var node = object.get(field);
    if (node == null || !node.isNumber()) throw new AssertionError(field + " of " + object);
    return node.decimalValue();
  }
}
