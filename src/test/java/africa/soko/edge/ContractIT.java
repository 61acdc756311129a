package africa.soko.edge;

import static africa.soko.testing.ReplyAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import africa.soko.testing.Partner;
import africa.soko.testing.Samples;
import africa.soko.testing.Service;
import africa.soko.testing.SokoTest;
import africa.soko.testing.World;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
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
  private static AnswerSchemas schemas;

  @BeforeAll
  static void load() {
    vertx = Vertx.vertx();
    schemas = AnswerSchemas.load(vertx);
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
        .filter(operation -> !Set.of("client", "visitor", "none").contains(operation.auth()))
        .map(operation -> dynamicTest(operation.toString(), () -> refuse(world, operation)));
  }

  private static void replay(World world, ContractOperation operation) {
    var bodies = new ArrayList<ObjectNode>(operation.bodies());
    if (bodies.isEmpty()) bodies.add(null);
    for (var example : bodies) {
      Samples.all().forEach(each -> each.prepare(world, operation.id()));
      var request = operation.api(world).request(operation.method(), operation.target(world));
      if (example != null) request.body(operation.body(world, example));
      var reply = request.send();
      assertThat(reply.status())
          .as("%s with %s: %s", operation, example, reply)
          .isBetween(200, outcomes(operation, example));
      schemas.check(operation, reply);
      if (operation.isChange() && !Set.of("visitor", "none").contains(operation.auth())) {
        audited(world, operation);
      }
    }
  }

  /// Every change that a credential asks for is in the audit log.
  private static void audited(World world, ContractOperation operation) {
    var sources = new ArrayList<String>();
    for (var environment : List.of("live", "sandbox")) {
      var log =
          "/partners/%s/audit?environment=%s&action=%s"
              .formatted(world.partner().id(), environment, operation.id());
      sources.addAll(world.service().operator().get(log).expect(200).texts("/entries", "source"));
    }
    assertThat(sources)
        .as("what the audit log tells of %s", operation)
        .isNotEmpty()
        .containsOnly("127.0.0.1");
  }

  /// Some examples stand after one another: what settles is filled before.
  private static int outcomes(ContractOperation operation, ObjectNode example) {
    boolean settles = example != null && example.has("settle");
    boolean cancels = operation.method().equals("DELETE") && operation.path().contains("orders");
    return settles || cancels ? 422 : 299;
  }

  private static void refuse(World world, ContractOperation operation) {
    var reply =
        operation
            .api(world)
            .as(null)
            .request(operation.method(), operation.path().replaceAll("\\{[^}]*}", "SCOM.KE"))
            .send();
    assertThat(reply).isRefused(401, "AUTH_MISSING");
    schemas.check(operation, reply);
  }
}
