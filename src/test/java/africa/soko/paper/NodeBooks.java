package africa.soko.paper;

import static java.util.Objects.requireNonNull;

import africa.soko.process.TwoNodes;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The service on two nodes, asked over HTTP in turns; prices come as sets in its database, as a
/// feed brings them.
final class NodeBooks implements ServiceBooks {
  private static final String PRICE =
      """
      INSERT INTO platform.price (symbol, price, previous_close, volume, as_of, data_quality)
      VALUES ('%1$s', %2$s, %2$s, 0, now(), 'DELAYED')
      ON CONFLICT (symbol, is_simulated) DO UPDATE
        SET price = %2$s, previous_close = %2$s, as_of = excluded.as_of
      """;
  private static final String SET =
      """
      INSERT INTO platform.price_set (exchanges, published_at) VALUES ('{NSE,ZSE,BRVM,EGX}', now())
      RETURNING set_id
      """;

  private static final String CLOCK =
      """
      INSERT INTO sandbox.test_clock VALUES ('%1$s', %2$d)
      ON CONFLICT (partner_id) DO UPDATE SET offset_millis = %2$d
      """;

  /// The last set that was held against what rests.
  private static final String HELD =
      "SELECT set_id FROM sandbox.price_cursor WHERE consumer = 'resting orders'";

  private final TwoNodes nodes;
  private final NodeCalls calls;
  private final NodeFacts facts;
  private final Map<Integer, String> accounts = new HashMap<>();
  private final Map<Integer, String> quotes = new HashMap<>();
  private final Map<Integer, Op.Quote> asked = new HashMap<>();
  private final Map<Integer, String> orders = new HashMap<>();

  /// Each with its account.
  private final Map<Integer, Integer> owners = new HashMap<>();

  private final String partnerId;
  private Duration ahead = Duration.ZERO;

  NodeBooks(TwoNodes nodes, NodeCalls calls) {
    this.nodes = nodes;
    this.calls = calls;
    this.partnerId = calls.read("/account").json().get("partnerId").asText();
    this.facts = new NodeFacts(calls);
  }

  /// The partner's time.
  Instant now() {
    return Instant.now().plus(ahead);
  }

  /// One set with the prices of a market.
  void publish(Map<String, BigDecimal> prices) {
    try (var connection = nodes.servers.postgres.connect();
        var statement = connection.createStatement()) {
      for (var price : prices.entrySet()) {
        statement.execute(PRICE.formatted(price.getKey(), price.getValue().toPlainString()));
      }
      long set;
      try (var rows = statement.executeQuery(SET)) {
        rows.next();
        set = rows.getLong(1);
      }
      calls.until(() -> held() >= set, "a set of prices that is held against what rests");
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
    for (var price : prices.entrySet()) calls.awaitPrice(price.getKey(), price.getValue());
  }

  private long held() {
    try (var connection = nodes.servers.postgres.connect();
        var statement = connection.createStatement();
        var rows = statement.executeQuery(HELD)) {
      return rows.next() ? rows.getLong(1) : 0;
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public String apply(Op op) {
    return switch (op) {
      case Op.Open(int id) -> open(id);
      case Op.Kyc(int id, String status, String level) ->
          post(path(id) + "/kyc", body().put("status", status).put("level", level));
      case Op.Freeze(int id, boolean frozen) ->
          change("PATCH", path(id), body().put("status", frozen ? "frozen" : "active"));
      case Op.Deposit(int id, long cents) -> post(path(id) + "/deposit", usd(cents));
      case Op.Withdraw(int id, long cents) -> post(path(id) + "/withdraw", usd(cents));
      case Op.Empty(int id, long cents) -> {
        long most = facts.withdrawable(path(id)) - cents;
        yield post(path(id) + "/withdraw", usd(Math.max(1, most)));
      }
      case Op.Close(int id, boolean transfersCash) -> {
        var options = body();
        if (transfersCash) options.put("residualCashHandling", "transfer_to_partner");
        yield change("DELETE", path(id), options);
      }
      case Op.Quote quote -> quote(quote);
      case Op.Place place -> place(place);
      case Op.Replace replace -> {
        var terms = body();
        put(terms, "limitPrice", replace.limit());
        put(terms, "stopPrice", replace.stop());
        put(terms, "quantity", replace.units());
        yield change("PATCH", orderPath(replace.order()), terms);
      }
      case Op.Cancel(int id) -> change("DELETE", orderPath(id), null);
      case Op.Move(int id, String outcome) -> move(id, body().put("outcome", outcome));
      case Op.Settle(int id) -> move(id, body().put("settle", true));
      case Op.Test test -> test(test);
      case Op.OfMarket happened -> market(happened);
    };
  }

  private String market(Op.OfMarket op) {
    switch (op) {
      case Op.Price(String symbol, BigDecimal local) -> publish(Map.of(symbol, local));
      case Op.Pass(Duration time) -> pass(time);
      case Op.Rate _, Op.Holiday _, Op.Halt _ -> throw new IllegalArgumentException("" + op);
    }
    return Books.OK;
  }

  /// The partner's clock is moved on; the desks find out.
  private void pass(Duration time) {
    ahead = ahead.plusMillis(time.toMillis());
    try (var connection = nodes.servers.postgres.connect();
        var statement = connection.createStatement()) {
      statement.execute(CLOCK.formatted(partnerId, ahead.toMillis()));
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public Map<String, String> account(int id, List<String> symbols) {
    return facts.account(path(id), symbols);
  }

  @Override
  public Map<String, String> order(int id, boolean isWhole) {
    return facts.order(orderPath(id), isWhole);
  }

  @Override
  public @Nullable Instant triggeredAt(int order) {
    return facts.triggeredAt(orderPath(order));
  }

  @Override
  public void prove() {
    facts.readEvents();
    try {
      nodes.verifyBooks();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private String open(int id) {
    var client = body().put("externalId", "client-" + id).put("displayName", "A client");
    var made = calls.change("POST", "/users", client);
    accounts.put(id, made.json().path("subAccountId").asText());
    return said(made);
  }

  private String quote(Op.Quote quote) {
    var units = quote.units();
    var size =
        units == null
            ? "cashValue=" + Sums.dollars(requireNonNull(quote.cents())).toPlainString()
            : "quantity=" + units.toPlainString();
    var context = isMaster(quote.account()) ? "" : "&subAccountId=" + account(quote.account());
    var issued =
        calls.read(
            "/quote/%s?type=%s&%s%s".formatted(quote.symbol(), side(quote.buy()), size, context));
    if (issued.status() != 200) return said(issued);
    var view = issued.json();
    quotes.put(quote.id(), view.get("quoteId").asText());
    asked.put(quote.id(), quote);
    return "%s %s for %d, fee %d, %s"
        .formatted(
            Books.OK,
            Sums.text(view.get("quantity").decimalValue()),
            NodeFacts.cents(view.get("totalCost")),
            NodeFacts.cents(view.get("fee")),
            view.get("sufficientFunds").asBoolean());
  }

  private String place(Op.Place place) {
    var quote = requireNonNull(asked.get(place.quote()));
    var cents = quote.cents();
    var order = body().put("symbol", quote.symbol()).put("type", side(quote.buy()));
    put(order, "quantity", quote.units());
    if (cents != null) order.put("cashValue", Sums.dollars(cents));
    order.put("quoteId", quotes.get(place.quote())).put("orderType", place.kind());
    put(order, "limitPrice", place.limit());
    put(order, "stopPrice", place.stop());
    var till = place.till();
    if (till != null) order.put("timeInForce", "GTD").put("goodTillDate", till.toString());
    return placed(place.id(), place.account(), path(place.account()) + "/trade", order);
  }

  private String test(Op.Test test) {
    var order =
        body()
            .put("symbol", test.symbol())
            .put("type", side(test.buy()))
            .put("quantity", test.units())
            .put("subAccountId", account(test.account()))
            .put("outcome", test.outcome());
    return placed(test.id(), test.account(), "/test-tools/trade", order);
  }

  private String placed(int id, int account, String path, ObjectNode order) {
    var made = calls.change("POST", path, order);
    if (made.status() == 202) {
      orders.put(id, made.json().get("orderId").asText());
      owners.put(id, account);
    }
    return said(made);
  }

  private String move(int id, ObjectNode wanted) {
    return change("PATCH", "/test-tools/orders/" + orders.get(id), wanted);
  }

  private String post(String path, ObjectNode body) {
    return change("POST", path, body);
  }

  private String change(String method, String path, @Nullable JsonNode body) {
    return said(calls.change(method, path, body));
  }

  private static String said(NodeCalls.Reply reply) {
    if (reply.status() < 300) return Books.OK;
    var error = reply.json().path("error");
    var reasons = error.path("reasons");
    var text = new StringBuilder(error.path("code").asText("" + reply));
    if (!reasons.isArray()) return text.toString();
    var all = new ArrayList<String>();
    reasons.forEach(reason -> all.add(reason.asText()));
    return text.append(' ').append(all).toString();
  }

  private static ObjectNode usd(long cents) {
    return body().put("amountUsd", Sums.dollars(cents));
  }

  private static ObjectNode body() {
    return JsonNodeFactory.instance.objectNode();
  }

  private static void put(ObjectNode body, String field, @Nullable BigDecimal value) {
    if (value != null) body.put(field, value);
  }

  private static String side(boolean buy) {
    return buy ? "BUY" : "SELL";
  }

  private static boolean isMaster(int account) {
    return account == Account.MASTER;
  }

  private String account(int id) {
    return requireNonNull(accounts.get(id));
  }

  private String path(int account) {
    return isMaster(account) ? "" : "/users/" + account(account);
  }

  private String orderPath(int id) {
    return path(requireNonNull(owners.get(id))) + "/orders/" + orders.get(id);
  }
}
