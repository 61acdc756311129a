package africa.soko.edge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import africa.soko.testing.Partner;
import africa.soko.testing.Reply;
import africa.soko.testing.Service;
import africa.soko.testing.SokoTest;
import africa.soko.testing.Trader;
import africa.soko.trading.Side;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// Whatever an id belongs to that is not the caller's, the answer is the one for an id that does
/// not exist. Every operation is tried that takes an id in its path, its query or its body.
@SokoTest
class IsolationIT {
  private static final String SYMBOL = "SCOM.KE";
  private static final List<String> FIELDS =
      List.of("userId", "subAccountId", "orderId", "webhookId", "quoteId");

  /// One of everything that a caller must not see.
  private record Foreign(
      Map<String, String> users,
      Map<String, String> orders,
      String webhook,
      String liveWebhook,
      String quote) {

    Map<String, String> of(String field) {
      return switch (field) {
        case "userId", "subAccountId" -> users;
        case "orderId" -> orders;
        case "webhookId" ->
            Map.of("another partner's", webhook, "the other environment's", liveWebhook);
        default -> Map.of("another partner's", quote);
      };
    }
  }

  @TestFactory
  Stream<DynamicTest> what_is_not_yours_does_not_exist(
      Service service, Partner partner, Partner other) {
    var mine = World.of(service, partner);
    var foreign = foreign(mine, World.of(service, other), World.live(service, partner));
    return ContractOperation.all().stream()
        .flatMap(
            operation ->
                FIELDS.stream()
                    .filter(field -> takes(operation, field))
                    .flatMap(field -> tests(mine, operation, field, foreign)));
  }

  private static Foreign foreign(World mine, World theirs, World live) {
    var sibling = mine.partner().verifiedUser().funded("10");
    var users = new LinkedHashMap<String, String>();
    users.put("another partner's", theirs.user().id());
    users.put("another partner's external id", "ext:" + theirs.user().externalId());
    users.put("the other environment's", live.user().id());
    users.put("the other environment's external id", "ext:" + live.user().externalId());
    var orders = new LinkedHashMap<String, String>();
    orders.put("another partner's", order(theirs.user()));
    orders.put("another partner's own account's", order(theirs.partner().master()));
    orders.put("another sub-account's", order(sibling));
    orders.put("the other environment's", order(live.user()));
    var quote = theirs.user().quote(SYMBOL, Side.BUY, 200).expect(200).text("/quoteId");
    return new Foreign(users, orders, theirs.webhookId(), live.webhookId(), quote);
  }

  private static String order(Trader trader) {
    return trader.placed(SYMBOL, Side.BUY, 1).text("/orderId");
  }

  private static boolean takes(ContractOperation operation, String field) {
    return operation.takes("path", field)
        || operation.takes("query", field)
        || operation.sends(field);
  }

  private static Stream<DynamicTest> tests(
      World mine, ContractOperation operation, String field, Foreign foreign) {
    return foreign.of(field).entrySet().stream()
        .map(
            one ->
                dynamicTest(
                    "%s with %s %s".formatted(operation, one.getKey(), field),
                    () -> compare(mine, operation, field, one.getValue())));
  }

  private static void compare(
      World mine, ContractOperation operation, String field, String foreignId) {
    var nobody = nobodys(foreignId);
    var unknown = send(mine, operation, field, nobody);
    var hidden = send(mine, operation, field, foreignId);
    assertThat(unknown.status()).as(unknown.toString()).isEqualTo(404);
    assertThat(anonymous(hidden, foreignId)).isEqualTo(anonymous(unknown, nobody));
    assertThat(hidden.status()).isEqualTo(unknown.status());
  }

  /// An id of the same kind that was never given out.
  private static String nobodys(String id) {
    return id.startsWith("ext:") ? "ext:nobody" : id.substring(0, 4) + "01KJPX74PG4TFF59TDWH9EDD1R";
  }

  private static String anonymous(Reply reply, String id) {
    var json = reply.json();
    if (json.path("error") instanceof ObjectNode error) error.remove("requestId");
    return reply.status() + " " + json.toString().replace(id, "ID");
  }

  private static Reply send(World mine, ContractOperation operation, String field, String id) {
    var target = mine.target(operation);
    if (operation.takes("path", field)) {
      target = replaced(mine, operation, field, id);
    } else if (operation.takes("query", field)) {
      target = target.replaceAll("(?<=[?&]" + field + "=)[^&]*", id);
    }
    var request = mine.apiOf(operation).request(operation.method(), target);
    if (!operation.bodies().isEmpty()) {
      var body = operation.bodies().getFirst().deepCopy();
      if (body.has("subAccountId")) body.put("subAccountId", mine.user().id());
      if (operation.sends(field)) body.put(field, id);
      request.body(body);
    }
    return request.send();
  }

  private static String replaced(World mine, ContractOperation operation, String field, String id) {
    var path =
        operation.path().replace("{" + field + "}", id).replace("{userId}", mine.user().id());
    return path.contains("{orderId}") ? path.replace("{orderId}", mine.orderFor(operation)) : path;
  }
}
