package africa.soko.edge.contract;

import africa.soko.edge.Operation;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/// Opens the enumerations of answers and events: within a version new values may come, and a client
/// that was generated with a closed list would break at the first of them. Its values stand in
/// `x-extensible-enum` and in the description. What only requests hold stays closed; what both hold
/// is open where it says `x-soko-open: true`.
final class OpenEnums {
  private static final String CLOSED = "enum";
  private static final String OPEN = "x-extensible-enum";
  private static final String MARK = "x-soko-open";
  private static final String SCHEMA = "schema";

  private final JsonNode document;
  private final Set<JsonNode> asked = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Set<JsonNode> seen = Collections.newSetFromMap(new IdentityHashMap<>());

  OpenEnums(JsonNode document) {
    this.document = document;
  }

  void run() {
    for (var path : document.path("paths")) {
      request(path);
      for (var method : path.properties()) {
        if (Operation.METHODS.contains(method.getKey())) request(method.getValue());
      }
    }
    open(document.at("/components/schemas"));
    open(document.at("/components/responses"));
    open(document.path("paths"));
    open(document.path("webhooks"));
  }

  private void request(JsonNode owner) {
    for (var parameter : owner.path("parameters")) {
      ask(Pieces.resolve(document, parameter).path(SCHEMA));
    }
    var body = Pieces.resolve(document, owner.path("requestBody"));
    for (var media : body.path("content")) ask(media.path(SCHEMA));
  }

  private void ask(JsonNode schema) {
    var meant = Pieces.resolve(document, schema);
    if (!meant.isContainerNode() || !asked.add(meant)) return;
    for (var part : meant) ask(part);
  }

  private void open(JsonNode node) {
    if (!node.isContainerNode() || !seen.add(node)) return;
    if (node instanceof ObjectNode schema
        && schema.get(CLOSED) instanceof ArrayNode values
        && (!asked.contains(schema) || schema.path(MARK).asBoolean())) {
      open(schema, values);
    }
    for (var part : node.properties()) {
      if (!part.getKey().startsWith("example")) open(part.getValue());
    }
    if (node.isArray()) node.forEach(this::open);
  }

  private static void open(ObjectNode schema, ArrayNode values) {
    schema.remove(List.of(CLOSED, MARK));
    var known = schema.putArray(OPEN);
    var names = new ArrayList<String>();
    for (var value : values) {
      if (value.isNull()) continue;
      known.add(value);
      names.add("`" + value.asText() + "`");
    }
    var said = schema.path("description").asText();
    var told = "Known today: " + String.join(", ", names) + ".";
    schema.put("description", said.isEmpty() ? told : said + " " + told);
  }
}
