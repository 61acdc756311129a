package africa.soko.edge;

import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.platform.money.Rounding;
import africa.soko.testing.Reply;
import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/// The examples of the contract tell one true story: their sums add up, their prices convert, and
/// an identifier means one thing only.
class ContractExamplesTest {
  private static final JsonNode DOCUMENT = Reply.read(ContractView.published().encode());
  private static final JsonNode EXAMPLES = DOCUMENT.at("/components/examples");

  /// What one unit costs in all examples, in local currency.
  private static final BigDecimal PRICE = new BigDecimal(26);

  @Test
  void every_example_is_shown_somewhere() {
    var text = DOCUMENT.toString();
    EXAMPLES
        .fieldNames()
        .forEachRemaining(
            name -> assertThat(text).contains("#/components/examples/" + name + "\""));
  }

  @Test
  void fees_and_totals_add_up() {
    var quotes = objects(o -> o.has("grossCost"));
    assertThat(quotes).isNotEmpty();
    for (var quote : quotes) {
      assertThat(sum(quote, "baseFee", "markupFee")).isEqualByComparingTo(number(quote, "fee"));
      assertThat(sum(quote, "grossCost", "fee")).isEqualByComparingTo(number(quote, "totalCost"));
    }
    var orders = objects(o -> o.has("orderType") && o.has("feeAmount"));
    assertThat(orders).isNotEmpty();
    for (var order : orders) {
      assertThat(sum(order, "baseFee", "markupFee"))
          .isEqualByComparingTo(number(order, "feeAmount"));
      // All of them buy; an open one holds what it has not yet cost.
      var units = number(order, isOpen(order) ? "quantity" : "filledQuantity");
      var limit = order.path("limitPrice");
      var local = limit.isNumber() ? limit.decimalValue() : PRICE;
      var price = Rounding.usdPrice(local, number(order, "fxRate"));
      var gross = Rounding.cost(units.multiply(price));
      var bps = order.get("subAccountId").isNull() ? 100 : 150;
      assertThat(number(order, "totalCost"))
          .as(order.toString())
          .isEqualByComparingTo(gross.plus(Rounding.fee(gross, bps)).dollars());
    }
  }

  @Test
  void an_order_that_has_ended_has_nothing_left_to_fill() {
    for (var order : objects(o -> o.has("orderType") && o.has("remainingQuantity"))) {
      var left = number(order, "quantity").subtract(number(order, "filledQuantity"));
      assertThat(number(order, "remainingQuantity"))
          .as(order.toString())
          .isEqualByComparingTo(isOpen(order) ? left : BigDecimal.ZERO);
    }
  }

  @Test
  void a_portfolio_is_its_cash_and_its_holdings() {
    var portfolios = objects(o -> o.has("holdings"));
    assertThat(portfolios).isNotEmpty();
    for (var portfolio : portfolios) {
      var summary = portfolio.get("summary");
      assertThat(sum(summary, "cashUsd", "marketValueUsd"))
          .isEqualByComparingTo(number(summary, "equityUsd"));
      assertThat(sum(summary, "costBasisUsd", "unrealisedPnlUsd"))
          .isEqualByComparingTo(number(summary, "marketValueUsd"));
    }
  }

  @Test
  void a_wallet_goes_on_from_entry_to_entry() {
    for (var list : objects(o -> o.has("transactions"))) {
      var entries = list.get("transactions");
      for (int i = 0; i + 1 < entries.size(); i++) {
        assertThat(sum(entries.get(i + 1), "balanceAfter").add(number(entries.get(i), "amount")))
            .isEqualByComparingTo(number(entries.get(i), "balanceAfter"));
      }
    }
  }

  @Test
  void an_identifier_means_one_thing() {
    var accounts = new HashMap<String, String>();
    for (var order : objects(o -> o.has("orderType") && o.has("orderId"))) {
      var account = order.get("subAccountId").asText();
      assertThat(accounts.merge(order.get("orderId").asText(), account, (before, now) -> before))
          .isEqualTo(account);
    }
    var quoted = new HashMap<String, String>();
    for (var each : objects(o -> o.has("quoteId") && o.has("type") && o.has("symbol"))) {
      if (each.get("quoteId").isNull() || each.has("expiredAt")) continue;
      var cash = each.path("cashValue");
      var size = cash.isNumber() ? cash + " USD" : each.get("quantity") + " units";
      var what = each.get("type") + " " + size;
      assertThat(quoted.merge(each.get("quoteId").asText(), what, (before, now) -> before))
          .as(each.toString())
          .isEqualTo(what);
    }
  }

  @Test
  void events_have_one_place_each_in_the_log_in_the_order_of_their_time() {
    var events = new ArrayList<JsonNode>();
    for (var event : DOCUMENT.get("webhooks")) {
      var media = event.at("/post/requestBody/content/application~1json/examples/sample/value");
      if (media.has("sequence")) events.add(media);
    }
    events.sort((a, b) -> Integer.compare(a.get("sequence").asInt(), b.get("sequence").asInt()));
    assertThat(events).extracting(e -> e.get("sequence").asInt()).doesNotHaveDuplicates();
    assertThat(events).extracting(e -> e.get("timestamp").asText()).isSorted();
  }

  private static boolean isOpen(JsonNode order) {
    return List.of("PENDING", "WORKING", "PARTIALLY_FILLED").contains(order.get("status").asText());
  }

  private static List<JsonNode> objects(Predicate<JsonNode> wanted) {
    var found = new ArrayList<JsonNode>();
    collect(EXAMPLES, wanted, found);
    return found;
  }

  private static void collect(JsonNode node, Predicate<JsonNode> wanted, List<JsonNode> found) {
    if (node.isObject() && wanted.test(node)) found.add(node);
    for (var each : node) collect(each, wanted, found);
  }

  private static BigDecimal sum(JsonNode node, String... names) {
    var sum = BigDecimal.ZERO;
    for (var name : names) sum = sum.add(number(node, name));
    return sum;
  }

  private static BigDecimal number(JsonNode node, String name) {
    return new BigDecimal(node.get(name).asText());
  }
}
