package africa.soko.edge.contract;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/// Names the objects that stand inside others, by their `title`: a generator of clients makes a
/// class of each, and would name it by its place. What has a title keeps it.
final class InlineNames {
  private static final String TITLE = "title";
  private static final String EVENT = "Event";

  private InlineNames() {}

  static void give(JsonNode document) {
    for (var schema : document.at("/components/schemas").properties()) {
      inside(schema.getKey(), schema.getValue());
    }
  }

  private static void inside(String owner, JsonNode schema) {
    for (var part : schema.path("allOf")) inside(owner, part);
    for (var property : schema.path("properties").properties()) {
      name(of(owner, property.getKey()), property.getValue());
      name(one(of(owner, property.getKey())), property.getValue().path("items"));
    }
  }

  private static void name(String name, JsonNode schema) {
    if (!schema.has("properties")) return;
    var inner = (ObjectNode) schema;
    if (!inner.has(TITLE)) inner.put(TITLE, name);
    inside(inner.get(TITLE).asText(), inner);
  }

  /// `data` of `OrderFilledEvent` is `OrderFilledData`.
  private static String of(String owner, String property) {
    var stem = owner.endsWith(EVENT) ? owner.substring(0, owner.length() - EVENT.length()) : owner;
    return stem + Character.toUpperCase(property.charAt(0)) + property.substring(1);
  }

  private static String one(String several) {
    return several.endsWith("s") ? several.substring(0, several.length() - 1) : several;
  }
}
