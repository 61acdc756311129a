package africa.soko.edge.contract;

import africa.soko.edge.Operation;
import africa.soko.platform.json.Json;
import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// A collection for Bruno, made from the contract: plain files, a folder for each tag and a request
/// for each operation, with the contract's own examples. The key is a secret variable of the
/// environment, so that it stands in no file.
public final class BrunoCollection {
  private final JsonNode document;
  private final Map<String, String> files = new TreeMap<>();
  private final Map<String, Integer> counts = new LinkedHashMap<>();

  private BrunoCollection(JsonNode document) {
    this.document = document;
  }

  /// The files, by their paths in the collection.
  public static Map<String, String> of(ContractDocument contract) {
    var collection = new BrunoCollection(contract.json());
    collection.write();
    return collection.files;
  }

  private void write() {
    files.put(
        "bruno.json",
        "{\n  \"version\": \"1\",\n  \"name\": \"%s\",\n  \"type\": \"collection\"\n}\n"
            .formatted(document.at("/info/title").asText()));
    files.put(
        "collection.bru",
        block("auth", List.of("mode: bearer")) + "\n" + block("auth:bearer", tokenOf("key")));
    files.put(
        "environments/Sandbox.bru",
        block(
                "vars",
                List.of("origin: http://127.0.0.1:8080", "base: {{origin}}/api/sandbox/v1/partner"))
            + "vars:secret [\n  key,\n  idToken\n]\n");
    int folders = 0;
    for (var tag : document.path("tags")) {
      var name = tag.path("name").asText();
      folders++;
      files.put(name + "/folder.bru", block("meta", List.of("name: " + name, "seq: " + folders)));
    }
    for (var path : document.path("paths").properties()) {
      for (var method : path.getValue().properties()) {
        if (!Operation.METHODS.contains(method.getKey())) continue;
        add(path.getKey(), method.getKey(), path.getValue(), method.getValue());
      }
    }
    files.keySet().removeIf(this::isEmptyFolder);
  }

  /// Deliveries have a tag, and nothing that is called.
  private boolean isEmptyFolder(String file) {
    return file.endsWith("/folder.bru") && !counts.containsKey(file.replace("/folder.bru", ""));
  }

  private void add(String path, String method, JsonNode item, JsonNode operation) {
    var tag = operation.at("/tags/0").asText();
    var text = new StringBuilder();
    text.append(
        block(
            "meta",
            List.of(
                "name: " + operation.path("summary").asText(),
                "type: http",
                "seq: " + counts.merge(tag, 1, Integer::sum))));
    var body = body(operation);
    var auth = Operation.of(path, method, operation, List.of()).auth();
    var mode =
        switch (auth) {
          case KEY, KEY_OR_DATA, KEY_OR_ID_TOKEN, OPERATOR -> "inherit";
          case ID_TOKEN -> "bearer";
          case CLIENT, VISITOR, NONE -> "none";
        };
    text.append(
        block(
            method,
            List.of(
                "url: " + address(path, operation),
                "body: " + (body == null ? "none" : "json"),
                "auth: " + mode)));
    if (auth == Operation.Auth.ID_TOKEN) text.append(block("auth:bearer", tokenOf("idToken")));
    parameters(item, operation, text);
    if (body != null) text.append("body:json {\n").append(indented(body)).append("}\n\n");
    text.append("docs {\n").append(indented(operation.path("description").asText())).append("}\n");
    files.put(tag + "/" + operation.path("operationId").asText() + ".bru", text.toString());
  }

  private static String address(String path, JsonNode operation) {
    boolean isRoot = operation.path("x-soko-base").asText().equals("root");
    return (isRoot ? "{{origin}}" : "{{base}}") + path.replaceAll("\\{(\\w+)}", ":$1");
  }

  private void parameters(JsonNode item, JsonNode operation, StringBuilder text) {
    var byPlace = new LinkedHashMap<String, List<String>>();
    for (var owner : List.of(item, operation)) {
      for (var each : owner.path("parameters")) {
        var parameter = Pieces.resolve(document, each);
        var name = parameter.path("name").asText();
        // One of a quote's two sizes must be there.
        boolean isOn = parameter.path("required").asBoolean() || name.equals("quantity");
        var off = isOn ? "" : "~";
        byPlace
            .computeIfAbsent(parameter.path("in").asText(), _ -> new ArrayList<>())
            .add(off + name + ": " + value(name, parameter));
      }
    }
    byPlace.forEach(
        (place, lines) ->
            text.append(block(place.equals("header") ? "headers" : "params:" + place, lines)));
  }

  /// A key for each try, and otherwise what the contract shows.
  private String value(String name, JsonNode parameter) {
    if (name.equals("Idempotency-Key")) return "{{$guid}}";
    var schema = Pieces.resolve(document, parameter.path("schema"));
    for (var place :
        List.of(
            parameter.path("example"),
            schema.path("example"),
            schema.path("default"),
            schema.at("/enum/0"),
            schema.at("/x-extensible-enum/0"))) {
      if (place.isValueNode()) return place.asText();
    }
    return "";
  }

  /// The first example of the body, or null if there is none.
  private @Nullable String body(JsonNode operation) {
    for (var media : Pieces.resolve(document, operation.path("requestBody")).path("content")) {
      for (var example : media.path("examples")) {
        var value = Pieces.resolve(document, example).path("value");
        return new JsonObject(Json.encode(value)).encodePrettily().replace("\r", "");
      }
    }
    return null;
  }

  private static List<String> tokenOf(String variable) {
    return List.of("token: {{" + variable + "}}");
  }

  private static String block(String name, List<String> lines) {
    return name + " {\n" + indented(String.join("\n", lines)) + "}\n\n";
  }

  private static String indented(String text) {
    var lines = new StringBuilder();
    text.lines()
        .forEach(line -> lines.append(line.isBlank() ? "" : "  ").append(line).append('\n'));
    return lines.toString();
  }
}
