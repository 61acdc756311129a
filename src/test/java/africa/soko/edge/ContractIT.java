package africa.soko.edge;

import static africa.soko.testing.ReplyAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import africa.soko.testing.Partner;
import africa.soko.testing.Reply;
import africa.soko.testing.Service;
import africa.soko.testing.SokoTest;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.openapi.contract.OpenAPIContract;
import io.vertx.openapi.validation.ResponseValidator;
import io.vertx.openapi.validation.ValidatableResponse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// Sends every example of the contract to the service, and holds every answer against the schema
/// that the contract has for its status. An answer may have no field that the schema lacks.
@SokoTest
class ContractIT {
  private static Vertx vertx;
  private static ResponseValidator partnerView;
  private static ResponseValidator rootView;

  @BeforeAll
  static void load() throws Exception {
    vertx = Vertx.vertx();
    partnerView = validator(ContractView.SANDBOX);
    rootView = validator(ContractView.ROOT);
  }

  @AfterAll
  static void close() {
    vertx.close().await();
  }

  @TestFactory
  Stream<DynamicTest> answers_are_what_the_contract_says(Service service) {
    return ContractOperation.all().stream()
        .map(
            operation ->
                dynamicTest(
                    operation.toString(),
                    () -> replay(World.of(service, service.partner()), operation)));
  }

  @TestFactory
  Stream<DynamicTest> refusals_are_what_the_contract_says(Service service, Partner partner) {
    var world = World.of(service, partner);
    return ContractOperation.all().stream()
        .filter(operation -> !operation.auth().equals("none"))
        .map(operation -> dynamicTest(operation.toString(), () -> refuse(world, operation)));
  }

  private static void replay(World world, ContractOperation operation) {
    var bodies = new ArrayList<ObjectNode>(operation.bodies());
    if (bodies.isEmpty()) bodies.add(null);
    for (var example : bodies) {
      var request = world.apiOf(operation).request(operation.method(), world.target(operation));
      if (example != null) request.body(world.body(operation, example));
      var reply = request.send();
      assertThat(reply.status())
          .as("%s with %s: %s", operation, example, reply)
          .isBetween(200, outcomes(operation, example));
      agrees(operation, reply);
    }
  }

  /// Some examples stand after one another: what settles is filled before.
  private static int outcomes(ContractOperation operation, ObjectNode example) {
    boolean settles = example != null && example.has("settle");
    boolean cancels = operation.method().equals("DELETE") && operation.path().contains("orders");
    return settles || cancels ? 422 : 299;
  }

  private static void refuse(World world, ContractOperation operation) {
    var reply =
        world
            .apiOf(operation)
            .as(null)
            .request(operation.method(), operation.path().replaceAll("\\{[^}]*}", "SCOM.KE"))
            .send();
    assertThat(reply).isRefused(401, "AUTH_MISSING");
    agrees(operation, reply);
  }

  private static void agrees(ContractOperation operation, Reply reply) {
    assertThat(operation.statuses()).as(reply.toString()).contains(reply.status());
    var validator = operation.base().equals("root") ? rootView : partnerView;
    var headers = new HashMap<String, String>();
    reply.headers().map().forEach((name, values) -> headers.put(name, values.getFirst()));
    // The validator reads header values as JSON, which an entity tag is not.
    headers.remove("etag");
    var response =
        ValidatableResponse.create(
            reply.status(), headers, Buffer.buffer(reply.body()), reply.header("Content-Type"));
    try {
      validator
          .validate(response, operation.id())
          .toCompletionStage()
          .toCompletableFuture()
          .get(10, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new AssertionError(operation + " answered " + reply, e);
    }
  }

  private static ResponseValidator validator(ContractView view) throws Exception {
    var document = view.document();
    close(document.getJsonObject("components").getJsonObject("schemas"), false);
    var contract =
        OpenAPIContract.from(vertx, document)
            .toCompletionStage()
            .toCompletableFuture()
            .get(60, TimeUnit.SECONDS);
    return ResponseValidator.create(vertx, contract);
  }

  /// Clients must bear fields that they do not know; this test must not.
  private static void close(Object node, boolean isPart) {
    if (node instanceof JsonObject object) {
      if (!isPart && object.getValue("properties") instanceof JsonObject) {
        object.put("additionalProperties", false);
      }
      for (var name : List.copyOf(object.fieldNames())) {
        close(object.getValue(name), name.equals("allOf"));
      }
    } else if (node instanceof JsonArray array) {
      array.forEach(each -> close(each, isPart));
    }
  }
}
