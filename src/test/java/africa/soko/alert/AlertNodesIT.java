package africa.soko.alert;

import static africa.soko.testing.Eventually.eventually;
import static africa.soko.testing.ReplyAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.edge.Environment;
import africa.soko.testing.Api;
import africa.soko.testing.Reply;
import africa.soko.testing.Service;
import africa.soko.testing.SettableClock;
import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Two whole nodes on a Wednesday on which Nairobi is open.
class AlertNodesIT {
  private static final String QUOTE = "/market/quotes?symbol=SCOM.KE&exchange=NSE";
  private static final String HALT = "/exchanges/NSE/halt";
  private static final String RESUME = "/exchanges/NSE/resume";

  private static Service one;
  private static Service other;
  private static Api sandbox;
  private static Api live;

  @BeforeAll
  static void start() {
    one = new Service(new SettableClock(Instant.parse("2026-07-15T09:05:00Z")));
    other = one.another(UnaryOperator.identity());
    var registered = one.registered("alerts");
    sandbox = one.at(Environment.SANDBOX.base()).as(registered.apiKey());
    live =
        one.at(Environment.LIVE.base()).as(one.liveKey(sandbox.get("/account").text("/partnerId")));
  }

  @AfterAll
  static void stop() {
    try {
      one.proveBooks();
    } finally {
      other.close();
      one.close();
    }
  }

  @Test
  void each_environment_is_told_once_of_its_own_at_the_price_that_the_quote_shows() {
    var inSandbox = alert(sandbox, "repeat", true);
    var inLive = alert(live, "clientAlertId", "mine");
    price("9500.5");
    var told = told(sandbox, inSandbox, 1).getFirst();
    assertThat(told.at("/event").asText()).isEqualTo("price.alert");
    assertThat(told.at("/isSandbox").asBoolean()).isTrue();
    assertThat(told.at("/data/price").decimalValue()).isEqualByComparingTo("9500.5");
    assertThat(told.at("/data/state").asText()).isEqualTo("TRIGGERED");
    assertThat(sandbox.get(QUOTE)).hasNumber("/data/price", "9500.5");
    var mine = told(live, inLive, 1).getFirst();
    assertThat(mine.at("/data/clientAlertId").asText()).isEqualTo("mine");
    assertThat(mine.at("/data/state").asText()).isEqualTo("DISARMED");
    assertThat(mine.has("isSandbox")).isFalse();
    assertThat(live.get("/price-alerts?state=DISARMED"))
        .has("/alerts/0/alertId", inLive)
        .has("/alerts/0/triggeredAt", mine.at("/data/triggeredAt").asText());

    price("8000");
    eventually(() -> sandbox.get("/price-alerts/" + inSandbox).text("/state"), "ARMED"::equals);
    price("9001");
    told(sandbox, inSandbox, 2);
    assertThat(told(live, inLive, 1)).hasSize(1);
  }

  @Test
  void a_halt_of_one_environment_silences_its_alerts_alone() {
    one.operator().post(HALT, Map.of("environment", "live")).expect(200);
    other.operator().post(HALT, Map.of("environment", "live")).expect(200);
    var inSandbox = alert(sandbox, "repeat", false);
    var inLive = alert(live, "repeat", false);
    price("9700");
    told(sandbox, inSandbox, 1);
    evaluated("live");
    assertThat(told(live, inLive, 0)).isEmpty();
    one.operator().post(RESUME, Map.of("environment", "live")).expect(200);
    other.operator().post(RESUME, Map.of("environment", "live")).expect(200);
    price("9701");
    assertThat(told(live, inLive, 1).getFirst().at("/data/price").decimalValue())
        .isEqualByComparingTo("9701");
    price("8000");
    evaluated("live");
  }

  /// Publishes a price as a feed would, and waits until both nodes show it.
  private static void price(String price) {
    one.execute(
        "UPDATE price SET price = "
            + price
            + ", as_of = as_of + interval '1 second' WHERE symbol = 'SCOM.KE' AND is_simulated");
    one.execute("INSERT INTO price_set (exchanges, published_at) VALUES ('{NSE}', now())");
    for (var node : List.of(one, other)) {
      var api = node.at(Environment.SANDBOX.base()).as(sandbox.credential());
      eventually(
          () -> api.get(QUOTE).expect(200).number("/data/price").toPlainString(), price::equals);
    }
  }

  /// Waits until every set of prices is worked through.
  private static void evaluated(String schema) {
    var left =
        "SELECT count(*) FROM platform.price_set WHERE set_id > (SELECT set_id FROM price_cursor"
            + " WHERE consumer = 'alerts')";
    eventually(
        () -> one.ask(Environment.valueOf(schema.toUpperCase()), left), Long.valueOf(0)::equals);
  }

  private static List<JsonNode> told(Api api, String alertId, int times) {
    return eventually(
        () ->
            api.get("/events?type=price.alert&limit=200")
                .expect(200)
                .at("/events")
                .valueStream()
                .filter(event -> event.at("/data/alertId").asText().equals(alertId))
                .toList(),
        all -> all.size() >= times);
  }

  private static String alert(Api api, String field, Object value) {
    var alert =
        Map.of(
            "symbol",
            "SCOM.KE",
            "exchange",
            "NSE",
            "condition",
            "above",
            "threshold",
            9000,
            field,
            value);
    Reply made = api.post("/price-alerts", alert).expect(201);
    return made.text("/alertId");
  }
}
