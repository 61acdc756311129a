package africa.soko.edge;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.openapi.contract.MediaType;
import io.vertx.openapi.contract.OpenAPIContract;
import io.vertx.openapi.contract.Operation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// The published contract is whole: it loads, every operation says who may call it and how, and its
/// examples keep to their schemas.
class ContractDocumentTest {
  private static final String JSON = "application/json";

  /// What a data key may read, the specification's list (SPEC "Data keys").
  private static final Set<String> DATA_KEY_PATHS =
      Set.of(
          "/stocks",
          "/stocks/{symbol}",
          "/stocks/{symbol}/chart",
          "/stocks/{symbol}/history",
          "/stocks/{symbol}/pulse",
          "/etfs",
          "/etfs/{symbol}",
          "/etfs/{symbol}/chart",
          "/etfs/{symbol}/history",
          "/market/quotes",
          "/market/status",
          "/market/movers",
          "/market/holidays",
          "/market/settlement",
          "/bonds",
          "/bonds/{id}",
          "/funds",
          "/funds/{id}",
          "/companies",
          "/companies/{symbol}",
          "/companies/{symbol}/chart",
          "/companies/{symbol}/news",
          "/companies/tickers",
          "/market-intel",
          "/market-intel/{id}",
          "/opportunities",
          "/dividends/calendar");

  private static Vertx vertx;
  private static JsonObject published;
  private static Map<ContractView, OpenAPIContract> contracts;

  private record Call(String path, String method, JsonObject operation) {
    String id() {
      return operation.getString("operationId");
    }

    boolean isMutation() {
      return !method.equals("get");
    }
  }

  @BeforeAll
  static void load() throws Exception {
    vertx = Vertx.vertx();
    published = ContractView.published();
    contracts =
        Map.of(
            ContractView.LIVE, ContractView.LIVE.load(vertx),
            ContractView.SANDBOX, ContractView.SANDBOX.load(vertx),
            ContractView.ROOT, ContractView.ROOT.load(vertx));
  }

  @AfterAll
  static void close() {
    vertx.close().await();
  }

  @Test
  void the_views_of_the_bases_hold_every_published_operation() {
    var loaded = new HashSet<String>();
    contracts.values().forEach(c -> c.operations().forEach(o -> loaded.add(o.getOperationId())));
    assertThat(loaded).isEqualTo(calls().stream().map(Call::id).collect(Collectors.toSet()));
    contracts.values().forEach(c -> assertThat(c.operations()).isNotEmpty());
  }

  @Test
  void operation_ids_are_unique() {
    assertThat(calls()).extracting(Call::id).doesNotHaveDuplicates().doesNotContainNull();
  }

  @Test
  void every_operation_says_who_may_call_it_and_how() {
    for (var call : calls()) {
      var operation = call.operation();
      assertThat(operation.getString("summary")).as(call.id()).isNotBlank();
      assertThat(operation.getString("description")).as(call.id()).isNotBlank();
      assertThat(operation.getJsonArray("tags")).as(call.id()).hasSize(1);
      var auth = operation.getString("x-soko-auth");
      assertThat(auth)
          .as(call.id())
          .isIn("key", "key-or-data", "key-or-id-token", "id-token", "client", "visitor", "none");
      assertThat(operation.getString("x-soko-scope"))
          .as(call.id())
          .matches(auth.startsWith("key") ? "[a-z-]+:(read|write)" : "none");
      assertThat(operation.getString("x-soko-base")).isIn("partner", "sandbox", "root");
      assertThat(operation.getString("x-soko-kind")).isIn("hot", "read", "change", "stream");
      if (call.isMutation()) {
        assertThat(operation.getString("x-soko-idempotency")).isIn("required", "exempt");
      } else {
        assertThat(operation.containsKey("x-soko-idempotency")).as(call.id()).isFalse();
      }
    }
  }

  @Test
  void a_mutation_takes_an_idempotency_key_unless_it_is_exempt() {
    var exempt = new HashSet<String>();
    for (var call : calls()) {
      var takesKey =
          call.operation().getJsonArray("parameters", new JsonArray()).stream()
              .anyMatch(p -> p.toString().contains("/IdempotencyKey\""));
      assertThat(takesKey)
          .as(call.id())
          .isEqualTo("required".equals(call.operation().getString("x-soko-idempotency")));
      if ("exempt".equals(call.operation().getString("x-soko-idempotency"))) {
        exempt.add(call.id());
      }
    }
    assertThat(exempt)
        .containsExactlyInAnyOrder(
            "registerSandbox",
            "resetSandbox",
            "apply",
            "requestUpgrade",
            "issueToken",
            "issueDevelopmentToken",
            "redeemOneTimeLink");
  }

  @Test
  void a_data_key_reads_exactly_what_the_specification_lists() {
    assertThat(calls())
        .filteredOn(c -> "key-or-data".equals(c.operation().getString("x-soko-auth")))
        .allMatch(c -> c.method().equals("get"))
        .extracting(Call::path)
        .containsExactlyInAnyOrderElementsOf(served(DATA_KEY_PATHS));
  }

  /// Without what the service does not have yet.
  private static Set<String> served(Set<String> paths) {
    var served = new HashSet<>(paths);
    served.retainAll(calls().stream().map(Call::path).collect(Collectors.toSet()));
    return served;
  }

  @Test
  void every_error_answer_has_the_shape_and_an_example_of_each_code() {
    for (var call : calls()) {
      var responses = call.operation().getJsonObject("responses");
      assertThat(responses.fieldNames()).as(call.id()).contains("400", "406", "500");
      for (var status : responses.fieldNames()) {
        if (status.charAt(0) != '4' && status.charAt(0) != '5') {
          continue;
        }
        var response = resolve(responses.getJsonObject(status));
        var examples =
            response.getJsonObject("content").getJsonObject(JSON).getJsonObject("examples");
        for (var name : examples.fieldNames()) {
          var code =
              resolve(examples.getJsonObject(name))
                  .getJsonObject("value")
                  .getJsonObject("error")
                  .getString("code");
          assertThat(name).startsWith(code);
          assertThat(ErrorCode.valueOf(code).status())
              .as(call.id())
              .isEqualTo(Integer.parseInt(status));
          assertThat(response.getString("description")).contains(code);
        }
      }
    }
  }

  @Test
  void only_who_asks_for_a_place_in_the_market_is_told_that_it_takes_no_orders() {
    assertThat(calls())
        .filteredOn(c -> c.operation().getJsonArray("x-soko-errors").contains("MARKET_CLOSED"))
        .extracting(Call::id)
        .containsExactlyInAnyOrder("issueQuote", "placeSubAccountOrder", "placeMasterOrder");
  }

  @Test
  void every_json_body_has_examples_that_keep_to_its_schema() {
    for (var contract : contracts.values()) {
      for (var call : calls()) {
        var operation = contract.operation(call.id());
        if (operation != null) {
          checkRequest(contract, operation, call.operation());
          checkResponses(contract, operation, call.operation());
        }
      }
    }
  }

  @Test
  void every_event_has_a_sample_that_keeps_to_its_schema() {
    // The library reads no webhooks: here they stand as ordinary operations.
    var webhooks = published.getJsonObject("webhooks");
    var paths = new JsonObject();
    webhooks.forEach(e -> paths.put("/" + e.getKey(), e.getValue()));
    var document = ContractView.LIVE.document().put("paths", paths.copy());
    var contract = OpenAPIContract.from(vertx, document).await();

    for (var event : webhooks.fieldNames()) {
      var model = webhooks.getJsonObject(event).getJsonObject("post");
      var operation = contract.operation(model.getString("operationId"));
      checkRequest(contract, operation, model);
    }
  }

  private static void checkRequest(
      OpenAPIContract contract, Operation operation, JsonObject model) {
    var body = operation.getRequestBody();
    if (body != null) {
      checkExamples(
          contract,
          operation.getOperationId(),
          resolve(model.getJsonObject("requestBody")),
          body.getContent().get(JSON));
    }
  }

  private static void checkResponses(
      OpenAPIContract contract, Operation operation, JsonObject model) {
    var responses = model.getJsonObject("responses");
    for (var status : responses.fieldNames()) {
      var media = operation.getResponse(Integer.parseInt(status)).getContent().get(JSON);
      if (media != null) {
        checkExamples(
            contract,
            operation.getOperationId() + " " + status,
            resolve(responses.getJsonObject(status)),
            media);
      }
    }
  }

  private static void checkExamples(
      OpenAPIContract contract, String where, JsonObject model, MediaType media) {
    var examples = model.getJsonObject("content").getJsonObject(JSON).getJsonObject("examples");
    assertThat(examples).as(where).isNotNull().isNotEmpty();
    for (var name : examples.fieldNames()) {
      var value = resolve(examples.getJsonObject(name)).getValue("value");
      var result = contract.getSchemaRepository().validator(media.getSchema()).validate(value);
      assertThat(result.getValid()).as("%s, example %s: %s", where, name, result.toJson()).isTrue();
    }
  }

  private static List<Call> calls() {
    var calls = new ArrayList<Call>();
    for (var path : published.getJsonObject("paths")) {
      for (var entry : (JsonObject) path.getValue()) {
        if (africa.soko.edge.Operation.METHODS.contains(entry.getKey())) {
          calls.add(new Call(path.getKey(), entry.getKey(), (JsonObject) entry.getValue()));
        }
      }
    }
    return calls;
  }

  private static JsonObject resolve(JsonObject node) {
    var reference = node.getString("$ref");
    if (reference == null) {
      return node;
    }
    var target = published;
    for (var step : reference.substring(reference.indexOf("#/") + 2).split("/")) {
      target = target.getJsonObject(step);
    }
    return target;
  }
}
