package africa.soko.edge;

import static africa.soko.trading.Side.BUY;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.testing.Partner;
import africa.soko.testing.Reply;
import africa.soko.testing.Samples;
import africa.soko.testing.Service;
import africa.soko.testing.SokoTest;
import africa.soko.testing.SseClient;
import africa.soko.testing.Trader;
import africa.soko.testing.World;
import africa.soko.trading.Side;
import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Causes every event that the contract says is sent, and holds each against its schema and against
/// the fields that the specification gives it.
@SokoTest
class EventsContractIT {
  private static final String SYMBOL = "SCOM.KE";
  private static final Set<String> CONDITIONAL =
      Set.of("refunded", "localAmount", "localCurrency", "fxRate", "overriddenByAdmin");

  private static final Map<String, Set<String>> FIELDS =
      Samples.all().stream()
          .flatMap(each -> each.events().entrySet().stream())
          .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));

  private static final EventSchemas SCHEMAS = EventSchemas.ofContract();
  private static Service service;

  @BeforeAll
  static void load(Service shared) {
    service = shared;
  }

  @Test
  void the_specification_has_fields_for_every_event_that_is_sent() {
    assertThat(FIELDS.keySet()).isEqualTo(SCHEMAS.sent());
  }

  @Test
  void every_event_is_what_the_contract_and_the_specification_say(Partner partner)
      throws Exception {
    var world = World.of(service, partner);
    var log = new ArrayList<JsonNode>();
    for (var each : Samples.all()) log.addAll(each.cause(world));
    log.addAll(log(partner));
    var seen = new HashSet<String>();
    for (var envelope : log) {
      check(envelope);
      seen.add(envelope.get("event").asText());
    }
    assertThat(seen).isEqualTo(SCHEMAS.sent());
    for (var name : CONDITIONAL) {
      if (name.equals("overriddenByAdmin")) continue;
      assertThat(log).as(name).anyMatch(envelope -> envelope.get("data").has(name));
    }
  }

  @Test
  void an_order_tells_the_same_by_event_and_by_read(Partner partner) throws Exception {
    var user = partner.verifiedUser().funded("500");
    var order = user.done(SYMBOL, BUY, 10);
    var events = ofOrder(partner, order);
    assertThat(events)
        .extracting(e -> e.get("event").asText())
        .containsExactly("order.pending", "order.filled", "trade.settled");
    var pending = events.get(0).get("data");
    assertThat(pending.get("status").asText()).isEqualTo("PENDING");
    assertThat(pending.get("externalId").asText()).isEqualTo(user.externalId());
    assertThat(pending.get("quantity").decimalValue()).isEqualByComparingTo("10");

    var filled = events.get(1).get("data");
    for (var field : List.of("type", "symbol", "exchange", "status", "settledAt")) {
      assertThat(filled.get(field).asText()).as(field).isEqualTo(order.text("/" + field));
    }
    for (var field : List.of("feeAmount", "totalCost", "settlementUsdPrice")) {
      assertThat(filled.get(field).decimalValue())
          .as(field)
          .isEqualByComparingTo(order.number("/" + field));
    }
    assertThat(filled.get("quantity").decimalValue())
        .isEqualByComparingTo(order.number("/filledQuantity"));
    assertThat(filled.get("subAccountId").asText()).isEqualTo(user.id());
  }

  @Test
  void what_a_cancelled_or_rejected_order_gives_back_is_back_when_its_event_comes(Partner partner)
      throws Exception {
    var user = partner.verifiedUser().funded("500");
    var cancelled = test(partner, user, BUY, 7);
    user.delete("/orders/" + cancelled.text("/orderId")).expect(200);
    var events = ofOrder(partner, cancelled);
    assertThat(events.getLast().get("event").asText()).isEqualTo("order.cancelled");
    var data = events.getLast().get("data");
    assertThat(data.get("refunded").decimalValue())
        .isEqualByComparingTo(cancelled.number("/totalCost"));
    assertThat(data.get("currency").asText()).isEqualTo("USD");

    var rejected = test(partner, user, BUY, 999);
    var rejection = ofOrder(partner, rejected).get(1).get("data");
    assertThat(rejection.get("rejectionCode").asText()).isEqualTo("OTHER");
    assertThat(rejection.get("rejectionReason").asText()).isNotBlank();
    assertThat(rejection.get("status").asText()).isEqualTo("REJECTED");
    assertThat(user.cash()).isEqualByComparingTo(new BigDecimal("500"));
  }

  @Test
  void an_order_of_the_master_account_has_no_sub_account(Partner partner) throws Exception {
    var order = partner.master().done(SYMBOL, BUY, 1);
    for (var envelope : ofOrder(partner, order)) {
      check(envelope);
      assertThat(envelope.get("data").get("subAccountId").isNull()).isTrue();
    }
  }

  private static Reply test(Partner partner, Trader user, Side side, int quantity) {
    var order =
        Map.of("symbol", SYMBOL, "type", side, "subAccountId", user.id(), "quantity", quantity);
    return partner.sandbox().post("/test-tools/trade", order).expect(202);
  }

  /// Schema, envelope and fields of one event.
  private static void check(JsonNode envelope) {
    SCHEMAS.check(envelope.toString());
    var name = envelope.get("event").asText();
    var isTest = name.equals("test.event");
    var expected = new HashSet<>(Set.of("eventId", "event", "timestamp", "data", "isSandbox"));
    if (!isTest) expected.add("sequence");
    if (name.startsWith("trade.")) expected.add("aliasOf");
    assertThat(names(envelope)).as(envelope.toString()).isEqualTo(expected);
    assertThat(envelope.get("eventId").asText()).matches("evt_[0-9A-HJKMNP-TV-Z]{26}");
    assertThat(Instant.parse(envelope.get("timestamp").asText())).isNotNull();

    var fields = names(envelope.get("data"));
    assertThat(FIELDS.get(name)).as(envelope.toString()).containsAll(fields);
    var missing = new HashSet<>(FIELDS.get(name));
    missing.removeAll(fields);
    assertThat(CONDITIONAL).as(envelope.toString()).containsAll(missing);
    var isBuy = envelope.at("/data/type").asText().equals("BUY");
    if (name.equals("order.cancelled")) assertThat(fields.contains("refunded")).isEqualTo(isBuy);
  }

  private static List<JsonNode> ofOrder(Partner partner, Reply order) throws Exception {
    var id = order.text("/orderId");
    return log(partner).stream()
        .filter(envelope -> envelope.at("/data/orderId").asText().equals(id))
        .toList();
  }

  /// All that has happened to a partner in the sandbox, as its stream tells it.
  private static List<JsonNode> log(Partner partner) throws Exception {
    var last = "SELECT last FROM event_counter WHERE partner_id = '%s'".formatted(partner.id());
    var count = (Long) service.ask(Environment.SANDBOX, last);
    var log = new ArrayList<JsonNode>();
    try (var stream = SseClient.of(partner.sandbox(), "?since=2020-01-01T00:00:00Z")) {
      while (log.size() < count) log.add(stream.envelope());
    }
    return log;
  }

  private static Set<String> names(JsonNode object) {
    var names = new HashSet<String>();
    object.fieldNames().forEachRemaining(names::add);
    return names;
  }
}
