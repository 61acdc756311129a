package africa.soko.edge.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

/// What a contract must be for generated clients to be good ones. `scripts/clients` generates them.
class GeneratedClientsTest {
  private static final JsonNode CONTRACT = ContractDocument.load("/openapi").json();
  private static final JsonNode SCHEMAS = CONTRACT.at("/components/schemas");

  @Test
  void every_type_has_a_name_of_its_own() {
    var names = new HashSet<String>();
    SCHEMAS.fieldNames().forEachRemaining(names::add);
    var unnamed = new ArrayList<String>();
    for (var schema : SCHEMAS.properties()) {
      walk(
          schema.getKey(),
          schema.getValue(),
          (place, node) -> {
            boolean isPart = place.matches(".*/(allOf|if|then)(/\\d+)?");
            if (!node.has("properties") || isPart || place.equals(schema.getKey())) return;
            if (!node.has("title")) unnamed.add(place);
            else assertThat(names.add(node.get("title").asText())).as(place).isTrue();
          });
    }
    assertThat(unnamed).isEmpty();
    assertThat(names)
        .contains("ErrorDetails", "OrderFilledData", "OneMarketQuote", "MarketStatusExchange")
        .noneMatch(name -> name.matches("Single|Batch|.*Inner|.*AllOf.*|ErrorError"));
  }

  @Test
  void no_default_makes_a_field_of_a_request_one_that_must_be_there() {
    for (var schema : SCHEMAS.properties()) {
      walk(
          schema.getKey(),
          schema.getValue(),
          (place, node) -> assertThat(node.has("default")).as(place).isFalse());
    }
  }

  @Test
  void what_answers_may_say_is_open_and_what_requests_may_say_is_closed() {
    assertThat(SCHEMAS.at("/OrderState").has("enum")).isFalse();
    assertThat(SCHEMAS.at("/OrderState/x-extensible-enum").toString()).contains("FILLED");
    assertThat(SCHEMAS.at("/OrderState/description").asText()).contains("`PENDING`, `WORKING`");
    assertThat(SCHEMAS.at("/SubAccount/properties/kycLevel/x-extensible-enum").toString())
        .isEqualTo("[\"BASIC\",\"FULL\"]");
    assertThat(SCHEMAS.at("/EventName").has("enum")).isFalse();
    assertThat(SCHEMAS.at("/Side").has("enum")).isTrue();
    assertThat(SCHEMAS.at("/OrderType").has("enum")).isTrue();
    assertThat(CONTRACT.toString()).doesNotContain("x-soko-open");
  }

  /// The generator for Go makes of a choice a constructor that forgets what it is given.
  @Test
  void what_must_be_there_stands_beside_no_choice() {
    for (var schema : SCHEMAS.properties()) {
      walk(
          schema.getKey(),
          schema.getValue(),
          (place, node) ->
              assertThat(node.has("properties") && node.has("required") && node.has("oneOf"))
                  .as(place)
                  .isFalse());
    }
  }

  @Test
  void nothing_is_described_that_nothing_uses() {
    var used = CONTRACT.toString();
    for (var section : CONTRACT.path("components").properties()) {
      if (section.getKey().equals("securitySchemes")) continue;
      for (var part : section.getValue().properties()) {
        var name = "#/components/%s/%s".formatted(section.getKey(), part.getKey());
        assertThat(used).as(name).contains("\"" + name + "\"");
      }
    }
  }

  /// A class is made for each tag: one that calls the service must not be the one of deliveries.
  @Test
  void what_is_delivered_has_a_tag_of_its_own() {
    var called = new HashMap<String, String>();
    for (var path : CONTRACT.path("paths").properties()) {
      for (var operation : path.getValue()) {
        for (var tag : operation.path("tags")) called.put(tag.asText(), path.getKey());
      }
    }
    for (var event : CONTRACT.path("webhooks")) {
      assertThat(called).doesNotContainKey(event.at("/post/tags/0").asText());
    }
    var declared = List.<String>copyOf(CONTRACT.path("tags").findValuesAsText("name"));
    assertThat(declared).containsAll(called.keySet()).contains("Events");
  }

  private static void walk(String place, JsonNode node, BiConsumer<String, JsonNode> taker) {
    taker.accept(place, node);
    for (var part : node.properties()) walk(place + "/" + part.getKey(), part.getValue(), taker);
    if (!node.isArray()) return;
    for (int i = 0; i < node.size(); i++) walk(place + "/" + i, node.get(i), taker);
  }
}
