package africa.soko.edge;

import static africa.soko.testing.Eventually.eventually;
import static africa.soko.testing.ReplyAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import africa.soko.edge.Mutations.Sample;
import africa.soko.testing.Partner;
import africa.soko.testing.RawHttp;
import africa.soko.testing.Reply;
import africa.soko.testing.Service;
import africa.soko.testing.SokoTest;
import africa.soko.testing.World;
import java.util.Set;
import java.util.SortedMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// Sends spoiled requests to every operation: none may end in a failure of the server or in an
/// answer that the contract does not have, and what was refused has moved nothing.
@SokoTest
class FuzzIT {
  private static final int EACH = Boolean.getBoolean("soko.long") ? 100 : 30;

  /// Answers of the edge to what is no longer this operation's path.
  private static final Set<Integer> ELSEWHERE = Set.of(400, 404, 405);

  /// What moves all the same: refusals are remembered, and quotes expire.
  private static final Set<String> MOVES = Set.of("idempotency", "quote");

  private static final String AT_WORK =
      "SELECT count(*) FROM orders WHERE partner_id = '%s' AND status = 'PENDING' AND NOT test";

  private static final long SEED = Long.getLong("soko.seed", 4711);
  private static RawHttp http;

  @BeforeAll
  static void open() {
    System.out.println("FuzzIT: -Dsoko.seed=" + SEED);
    http = new RawHttp();
  }

  @AfterAll
  static void close() {
    http.close();
  }

  @TestFactory
  Stream<DynamicTest> spoiled_requests_are_refused_and_move_nothing(Service service) {
    var operations = ContractOperation.all();
    assertThat(operations.size() * EACH).isGreaterThanOrEqualTo(2_000);
    return operations.stream()
        .map(operation -> dynamicTest(operation.toString(), () -> spoil(service, operation)));
  }

  private static void spoil(Service service, ContractOperation operation) {
    var world = World.of(service, service.partner());
    var mutations = new Mutations(SEED ^ operation.id().hashCode());
    var api = operation.api(world);
    var target = operation.target(world);
    // What bodies refer to is made by the first that does.
    operation.bodies().forEach(body -> operation.body(world, body));
    var before = settled(service, world.partner());
    for (int i = 0; i < EACH; i++) {
      var bodies = operation.bodies();
      var body = bodies.isEmpty() ? null : operation.body(world, bodies.get(i % bodies.size()));
      if (body != null && body.has("quoteId")) before = settled(service, world.partner());
      var sample = mutations.spoil(operation, target, body);
      var reply = http.send(api, sample.method(), sample.target(), sample.headers(), sample.body());
      var what = "seed %d, request %d: %s".formatted(SEED, i, sample);
      checkAnswer(operation, sample, reply, what);
      if (sample.method().equals("GET")) continue;
      if (reply.status() < 300) before = settled(service, world.partner());
      else assertThat(books(service, world.partner())).as(what).isEqualTo(before);
    }
    assertThat(books(service, world.partner())).as("after the last").isEqualTo(before);
  }

  private static void checkAnswer(
      ContractOperation operation, Sample sample, Reply reply, String what) {
    assertThat(reply.status()).as("%s%n%s", what, reply).isLessThan(500);
    var isKnown =
        operation.statuses().contains(reply.status())
            || (sample.isMoved() && ELSEWHERE.contains(reply.status()));
    assertThat(isKnown).as("%s%n%s", what, reply).isTrue();
    if (reply.status() < 400) return;
    assertThat(reply).hasErrorShape();
    if (!sample.isMoved()) {
      assertThat(operation.errors()).as("%s%n%s", what, reply).contains(reply.code());
    }
  }

  /// The books once the desk has nothing left to do.
  private static SortedMap<String, String> settled(Service service, Partner partner) {
    var sql = AT_WORK.formatted(partner.id());
    eventually(() -> service.ask(Environment.SANDBOX, sql), Long.valueOf(0)::equals);
    return books(service, partner);
  }

  private static SortedMap<String, String> books(Service service, Partner partner) {
    var books = service.books(Environment.SANDBOX, partner.id());
    books.keySet().removeAll(MOVES);
    return books;
  }
}
