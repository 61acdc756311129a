package africa.soko.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What a feature gives to the tests that walk the whole contract: things whose ids go into paths,
/// queries and bodies, and its events. Each implementation is found by itself.
public interface Samples {

  /// What has an id and belongs to a partner.
  interface Thing {
    /// The names of the parameters and fields that take its id.
    Set<String> fields();

    /// The id of one that the use works on.
    String id(World world, Use use);

    /// Ids of what there is of it in a world, by what tells them apart: `""` if there is one.
    default Map<String, String> all(World world) {
      return Map.of("", id(world, Use.NONE));
    }

    /// Ids of the caller's own that the operation must not find all the same, by what they are.
    default Map<String, String> hidden(World world) {
      return Map.of();
    }
  }

  /// Where an id goes.
  ///
  /// @param body the example that is sent, empty where there is none
  record Use(String operationId, String path, ObjectNode body) {
    public static final Use NONE = new Use("", "", JsonNodeFactory.instance.objectNode());

    public boolean isOfSubAccount() {
      return path.startsWith("/users/");
    }
  }

  default List<Thing> things() {
    return List.of();
  }

  /// Makes what an operation works on, where none of its ids names it.
  default void prepare(World world, String operationId) {}

  /// Makes an example new where the same may not be sent twice.
  default void renew(ObjectNode body) {}

  /// The fields that the data of each event may have, by the name of the event (SPEC "Payload
  /// shapes", DECISIONS 8).
  default Map<String, Set<String>> events() {
    return Map.of();
  }

  /// Causes each of its events, and returns those that are not in the partner's log.
  default List<JsonNode> cause(World world) throws Exception {
    return List.of();
  }

  static Set<String> fields(String names) {
    return Set.of(names.split(" "));
  }

  /// Those of all features.
  static List<Samples> all() {
    return Found.ALL;
  }

  /// Looked for once.
  final class Found {
    private static final List<Samples> ALL =
        new ClassFileImporter()
            .importPackages("africa.soko").stream()
                .filter(type -> type.isAssignableTo(Samples.class) && !type.isInterface())
                .map(type -> made(type.reflect()))
                .toList();

    private Found() {}

    private static Samples made(Class<?> type) {
      try {
        var constructor = type.getDeclaredConstructor();
        constructor.setAccessible(true);
        return (Samples) constructor.newInstance();
      } catch (ReflectiveOperationException e) {
        throw new AssertionError(e);
      }
    }
  }
}
