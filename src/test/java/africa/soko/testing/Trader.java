package africa.soko.testing;

import static africa.soko.testing.Eventually.eventually;

import africa.soko.trading.Side;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// An account that can trade: a sub-account, or the partner's own.
///
/// @param path what its operations begin with: `/users/{userId}`, or nothing
/// @param id the sub-account's id, null for the partner's own account
public record Trader(Api api, String path, @Nullable String id, @Nullable String externalId) {
  private static final Set<String> OPEN = Set.of("WORKING", "PENDING", "PARTIALLY_FILLED");

  static Trader master(Api api) {
    return new Trader(api, "", null, null);
  }

  static Trader user(Api api, String id, String externalId) {
    return new Trader(api, "/users/" + id, id, externalId);
  }

  public Trader verified(String level) {
    post("/kyc", Map.of("status", "VERIFIED", "level", level)).expect(200);
    return this;
  }

  /// @param usd dollars from the master wallet
  public Trader funded(String usd) {
    post("/deposit", Map.of("amountUsd", new BigDecimal(usd))).expect(200);
    return this;
  }

  public Reply get(String rest) {
    return api.get(path + rest);
  }

  public Reply post(String rest, Object body) {
    return api.post(path + rest, body);
  }

  public Reply patch(Object body) {
    return api.patch(path, body);
  }

  public Reply delete(String rest) {
    return api.delete(path + rest);
  }

  public BigDecimal cash() {
    return id == null
        ? api.get("/account").expect(200).number("/walletBalance")
        : get("/wallet").expect(200).number("/balance");
  }

  public Reply quote(String symbol, Side side, Number quantity) {
    return quote(symbol, side, "quantity=" + quantity);
  }

  public Reply cashQuote(String symbol, Side side, Number usd) {
    return quote(symbol, side, "cashValue=" + usd);
  }

  private Reply quote(String symbol, Side side, String size) {
    var context = id == null ? "" : "&subAccountId=" + id;
    return api.get("/quote/%s?type=%s&%s%s".formatted(symbol, side, size, context));
  }

  /// Trades on a quote as it was asked for.
  public Reply trade(Reply quote) {
    return post("/trade", order(quote));
  }

  /// The body of a trade on a quote.
  public static Map<String, Object> order(Reply quote) {
    var body = new HashMap<String, Object>();
    body.put("symbol", quote.text("/symbol"));
    body.put("type", quote.text("/type"));
    body.put("quoteId", quote.expect(200).text("/quoteId"));
    var size = quote.at("/cashValue").isNumber() ? "cashValue" : "quantity";
    body.put(size, quote.number("/" + size));
    return body;
  }

  /// The body of a test trade: a BUY of this sub-account with a given outcome.
  public Map<String, Object> testTrade(String symbol, Number quantity, String outcome) {
    return Map.of(
        "symbol",
        symbol,
        "type",
        "BUY",
        "subAccountId",
        Objects.requireNonNull(id),
        "quantity",
        quantity,
        "outcome",
        outcome);
  }

  /// Quote and trade; the accepted order.
  public Reply placed(String symbol, Side side, Number quantity) {
    return trade(quote(symbol, side, quantity)).expect(202);
  }

  /// The body of a LIMIT order, on a quote of its own.
  public Map<String, Object> limitOrder(
      String symbol, Side side, Number quantity, BigDecimal limit) {
    var body = order(quote(symbol, side, quantity));
    body.put("orderType", "LIMIT");
    body.put("limitPrice", limit);
    return body;
  }

  /// A LIMIT order that waits: some percent beside the market, on the exchange's tick.
  public Reply rested(String symbol, Side side, Number quantity, int percent) {
    var quote = quote(symbol, side, quantity).expect(200);
    var body = order(quote);
    body.put("orderType", "LIMIT");
    body.put("limitPrice", beside(quote.number("/priceLocal"), percent));
    return post("/trade", body).expect(202);
  }

  private static BigDecimal beside(BigDecimal price, int percent) {
    return price
        .multiply(BigDecimal.valueOf(100 + percent, 2))
        .divide(new BigDecimal("0.05"), 0, RoundingMode.HALF_UP)
        .multiply(new BigDecimal("0.05"));
  }

  /// Quote and trade, until the desk is done; the order as it ended.
  public Reply done(String symbol, Side side, Number quantity) {
    return ended(placed(symbol, side, quantity));
  }

  /// The order of a trade, once the desk is done with it.
  public Reply ended(Reply accepted) {
    var orderId = accepted.expect(202).text("/orderId");
    return eventually(
        () -> get("/orders/" + orderId).expect(200), o -> !OPEN.contains(o.text("/status")));
  }
}
