package africa.soko.edge;

import africa.soko.edge.ContractOperation.Parameter;
import africa.soko.testing.Api;
import africa.soko.testing.Partner;
import africa.soko.testing.Service;
import africa.soko.testing.Trader;
import africa.soko.trading.Side;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.UUID;

/// A partner with one of everything, so that the examples of the contract can be sent: ids of the
/// examples are replaced by real ones.
///
/// @param api the sandbox or the live base
record World(Service service, Partner partner, Api api, Trader user, String webhookId) {
  private static final String SYMBOL = "SCOM.KE";

  static World of(Service service, Partner partner) {
    return new World(
        service,
        partner,
        partner.sandbox(),
        partner.verifiedUser().verified("FULL").funded("1500"),
        webhook(partner.sandbox()));
  }

  static World live(Service service, Partner partner) {
    return new World(
        service,
        partner,
        partner.live(),
        partner.verifiedLiveUser().funded("1000"),
        webhook(partner.live()));
  }

  /// Where and as whom an operation is called.
  Api apiOf(ContractOperation operation) {
    var root = operation.base().equals("root") ? service.at("") : api;
    return switch (operation.auth()) {
      case "id-token" -> root.as(partner.idToken());
      case "none" -> root.as(null);
      default -> operation.base().equals("root") ? root.as(partner.key()) : api;
    };
  }

  /// The path of an operation with ids that exist, and its required query.
  String target(ContractOperation operation) {
    var path = operation.path();
    var query = new StringBuilder();
    for (var parameter : operation.parameters()) {
      if (parameter.in().equals("path")) {
        path = path.replace("{" + parameter.name() + "}", value(operation, parameter));
      } else if (parameter.in().equals("query") && isAsked(operation, parameter)) {
        query
            .append(query.isEmpty() ? "?" : "&")
            .append(parameter.name())
            .append("=")
            .append(URLEncoder.encode(value(operation, parameter), StandardCharsets.UTF_8));
      }
    }
    return path + query;
  }

  private static boolean isAsked(ContractOperation operation, Parameter parameter) {
    return parameter.isRequired()
        || parameter.name().equals("quantity")
        || parameter.name().equals("subAccountId")
        || (operation.id().equals("getMarketQuotes") && !parameter.name().equals("symbols"));
  }

  /// An example's body with ids that exist.
  ObjectNode body(ContractOperation operation, ObjectNode example) {
    var body = example.deepCopy();
    if (body.has("subAccountId")) body.put("subAccountId", user.id());
    if (body.has("externalId")) body.put("externalId", "ext-" + UUID.randomUUID());
    if (body.has("uid")) body.put("uid", "uid-" + UUID.randomUUID());
    if (body.has("quoteId")) body.put("quoteId", quoteFor(operation, body));
    return body;
  }

  /// A fresh order of the kind that an operation works on.
  String orderFor(ContractOperation operation) {
    if (operation.id().equals("advanceTestOrder")) return testOrder("PENDING");
    var isMaster = !operation.path().startsWith("/users/");
    if (isMaster) return partner.master().placed(SYMBOL, Side.BUY, 1).text("/orderId");
    return user.placed(SYMBOL, Side.BUY, 1).text("/orderId");
  }

  private String value(ContractOperation operation, Parameter parameter) {
    return switch (parameter.name()) {
      case "userId", "subAccountId" -> user.id();
      case "orderId" -> orderFor(operation);
      case "webhookId" -> webhookId;
      default -> parameter.example();
    };
  }

  private String quoteFor(ContractOperation operation, ObjectNode body) {
    var trader = operation.path().startsWith("/users/") ? user : partner.master();
    var side = Side.valueOf(body.get("type").asText());
    if (side == Side.SELL) {
      trader.done(SYMBOL, Side.BUY, body.get("quantity").intValue());
    }
    var quote =
        body.has("cashValue")
            ? trader.cashQuote(SYMBOL, side, body.get("cashValue").decimalValue())
            : trader.quote(SYMBOL, side, body.get("quantity").decimalValue());
    return quote.expect(200).text("/quoteId");
  }

  private String testOrder(String outcome) {
    var order = user.testTrade(SYMBOL, BigDecimal.TEN, outcome);
    return api.post("/test-tools/trade", order).expect(202).text("/orderId");
  }

  /// An endpoint that nobody listens on.
  private static String webhook(Api api) {
    var registration = Map.of("url", "http://127.0.0.1:9/", "events", new String[] {"test.event"});
    return api.post("/webhooks", registration).expect(201).text("/id");
  }
}
