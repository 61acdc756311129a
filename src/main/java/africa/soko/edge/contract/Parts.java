package africa.soko.edge.contract;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Set;

/// The union of the parts of a contract. A name belongs to one part: nothing is overwritten.
final class Parts {
  private static final String ROOT = "/_root.yaml";
  private static final String NAMED = "x-soko-parts";
  private static final String PATHS = "paths";
  private static final String COMPONENTS = "components";
  private static final String WEBHOOKS = "webhooks";
  private static final Set<String> UNITED = Set.of(PATHS, COMPONENTS, WEBHOOKS);

  private Parts() {}

  static ObjectNode unite(String folder) {
    var root = Yaml.read(folder + ROOT);
    var parts = root.path(NAMED);
    var whole = root.deepCopy();
    whole.remove(NAMED);
    whole.remove(UNITED);
    whole.putObject(PATHS);
    whole.putObject(COMPONENTS);
    add(whole, root.retain(UNITED), folder + ROOT);
    for (var part : parts) add(whole, part(part.asText()), part.asText());
    return whole;
  }

  private static ObjectNode part(String file) {
    var part = Yaml.read(file);
    part.fieldNames()
        .forEachRemaining(
            name -> {
              if (!UNITED.contains(name)) {
                throw new IllegalArgumentException(file + ": a part has no " + name);
              }
            });
    return part;
  }

  private static void add(ObjectNode whole, ObjectNode part, String file) {
    unite(whole.withObjectProperty(PATHS), part.path(PATHS), file);
    if (part.has(WEBHOOKS)) unite(whole.withObjectProperty(WEBHOOKS), part.get(WEBHOOKS), file);
    var components = whole.withObjectProperty(COMPONENTS);
    for (var section : part.path(COMPONENTS).properties()) {
      unite(components.withObjectProperty(section.getKey()), section.getValue(), file);
    }
  }

  private static void unite(ObjectNode all, JsonNode more, String file) {
    for (var one : more.properties()) {
      if (all.has(one.getKey())) {
        throw new IllegalArgumentException(file + ": " + one.getKey() + " is given twice");
      }
      all.set(one.getKey(), one.getValue());
    }
  }
}
