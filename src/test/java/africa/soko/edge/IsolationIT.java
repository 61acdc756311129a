package africa.soko.edge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import africa.soko.testing.Partner;
import africa.soko.testing.Reply;
import africa.soko.testing.Samples.Thing;
import africa.soko.testing.Service;
import africa.soko.testing.SokoTest;
import africa.soko.testing.World;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// Whatever an id belongs to that is not the caller's, the answer is the one for an id that does
/// not exist. Every operation is tried that takes an id in its path, its query or its body.
@SokoTest
class IsolationIT {
  /// What a list is only narrowed by: an id of nobody's leaves an empty one.
  private static final Set<String> FILTERS = Set.of("eventId");

  @TestFactory
  Stream<DynamicTest> what_is_not_yours_does_not_exist(
      Service service, Partner partner, Partner other) {
    var mine = World.of(service, partner);
    var theirs = World.of(service, other);
    var live = World.live(service, partner);
    return World.things().stream().flatMap(thing -> tests(thing, mine, theirs, live));
  }

  private static Stream<DynamicTest> tests(Thing thing, World mine, World theirs, World live) {
    var strangers = new LinkedHashMap<String, String>();
    thing.all(theirs).forEach((which, id) -> strangers.put("another partner's " + which, id));
    thing.all(live).forEach((which, id) -> strangers.put("the other environment's " + which, id));
    var foreign = new LinkedHashMap<String, String>(thing.hidden(mine));
    foreign.putAll(strangers);
    return ContractOperation.all().stream()
        .flatMap(
            operation ->
                thing.fields().stream()
                    .filter(field -> takes(operation, field))
                    // The test tools move whatever is the partner's own.
                    .flatMap(
                        field ->
                            tests(
                                mine,
                                operation,
                                field,
                                operation.path().startsWith("/test-tools/")
                                    ? strangers
                                    : foreign)));
  }

  private static boolean takes(ContractOperation operation, String field) {
    return operation.takes("path", field)
        || operation.takes("query", field)
        || operation.sends(field);
  }

  private static Stream<DynamicTest> tests(
      World mine, ContractOperation operation, String field, Map<String, String> foreign) {
    return foreign.entrySet().stream()
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
    if (operation.takes("query", field) && FILTERS.contains(field)) {
      assertThat(unknown.expect(200).number("/count").intValue()).isZero();
    } else {
      // Who is no client is not known.
      int wanted = operation.auth().equals("client") ? 401 : 404;
      assertThat(unknown.status()).as(unknown.toString()).isEqualTo(wanted);
    }
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
    var target = operation.target(mine, Map.of(field, id));
    var request = operation.api(mine).request(operation.method(), target);
    if (!operation.bodies().isEmpty()) {
      var body = operation.bodies().getFirst().deepCopy();
      if (body.has("subAccountId")) body.put("subAccountId", mine.user().id());
      if (operation.sends(field)) body.put(field, id);
      request.body(body);
    }
    return request.send();
  }
}
