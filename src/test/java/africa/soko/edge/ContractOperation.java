package africa.soko.edge;

import africa.soko.testing.Api;
import africa.soko.testing.Reply;
import africa.soko.testing.Samples.Use;
import africa.soko.testing.World;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// An operation as the published contract describes it, with the bodies of its examples.
///
/// @param base `partner`, `sandbox` or `root`
/// @param auth `key`, `key-or-data`, `id-token`, `client`, `visitor` or `none`
/// @param scope what a key needs, or `none`
/// @param headers the names of the headers of its answers, by status
/// @param errors every error code that it can answer
record ContractOperation(
    String id,
    String method,
    String path,
    String base,
    String auth,
    String scope,
    String kind,
    List<Parameter> parameters,
    List<ObjectNode> bodies,
    Map<Integer, Set<String>> headers,
    Set<String> errors) {

  private static final ObjectNode NO_BODY = JsonNodeFactory.instance.objectNode();

  /// @param example a value for it, empty where the contract has none
  record Parameter(String name, String in, boolean isRequired, String example) {}

  Set<Integer> statuses() {
    return headers.keySet();
  }

  boolean takes(String in, String name) {
    return parameters.stream().anyMatch(p -> p.in().equals(in) && p.name().equals(name));
  }

  boolean sends(String field) {
    return bodies.stream().anyMatch(body -> body.has(field));
  }

  boolean isChange() {
    return !method.equals("GET");
  }

  /// Where and as whom it is called.
  Api api(World world) {
    var root = base.equals("root") ? world.service().at("") : world.api();
    return switch (auth) {
      case "id-token" -> root.as(world.partner().idToken());
      case "client", "visitor", "none" -> root.as(null);
      default -> base.equals("root") ? root.as(world.partner().key()) : world.api();
    };
  }

  /// Its path with ids that exist, and its required query.
  String target(World world) {
    return target(world, Map.of());
  }

  /// @param ids those that are not the world's own, by parameter
  String target(World world, Map<String, String> ids) {
    var target = path;
    var query = new StringBuilder();
    for (var parameter : parameters) {
      var isPath = parameter.in.equals("path");
      if (!isPath && !(parameter.in.equals("query") && isAsked(parameter))) continue;
      var own = ids.get(parameter.name);
      var value = own != null ? own : world.id(parameter.name, use(NO_BODY), parameter.example);
      if (isPath) {
        target = target.replace("{" + parameter.name + "}", value);
      } else {
        query.append(query.isEmpty() ? "?" : "&").append(parameter.name).append("=");
        query.append(URLEncoder.encode(value, StandardCharsets.UTF_8));
      }
    }
    return target + query;
  }

  /// One of its examples with ids that exist.
  ObjectNode body(World world, ObjectNode example) {
    return world.body(use(example));
  }

  private Use use(ObjectNode body) {
    return new Use(id, path, body);
  }

  private boolean isAsked(Parameter parameter) {
    return parameter.isRequired
        || parameter.name.equals("quantity")
        || parameter.name.equals("subAccountId")
        || (List.of("getMarketQuotes", "getMarketDataQuotes", "getMarketSnapshot").contains(id)
            && !parameter.name.equals("symbols"));
  }

  @Override
  public String toString() {
    return method + " " + path;
  }

  /// All operations of the contract but the stream, which does not end.
  static List<ContractOperation> all() {
    return published().stream().filter(operation -> !operation.kind().equals("stream")).toList();
  }

  /// The operation that opens a stream.
  static ContractOperation stream() {
    return published().stream()
        .filter(operation -> operation.kind().equals("stream"))
        .findFirst()
        .orElseThrow();
  }

  private static List<ContractOperation> published() {
    var document = ContractView.published();
    var found = new ArrayList<ContractOperation>();
    for (var path : document.getJsonObject("paths")) {
      var item = (JsonObject) path.getValue();
      for (var method : Operation.METHODS) {
        var operation = item.getJsonObject(method);
        if (operation != null) found.add(read(document, path.getKey(), method, item, operation));
      }
    }
    return found;
  }

  private static ContractOperation read(
      JsonObject document, String path, String method, JsonObject item, JsonObject operation) {
    var parameters = new ArrayList<Parameter>();
    for (var source : List.of(item, operation)) {
      for (var each : source.getJsonArray("parameters", new JsonArray())) {
        parameters.add(parameter(resolve(document, (JsonObject) each)));
      }
    }
    var bodies = new ArrayList<ObjectNode>();
    var body = operation.getJsonObject("requestBody");
    if (body != null) {
      var media = body.getJsonObject("content").getJsonObject("application/json");
      for (var example : media.getJsonObject("examples")) {
        var value = resolve(document, (JsonObject) example.getValue()).getJsonObject("value");
        bodies.add((ObjectNode) json(value));
      }
    }
    var headers = new TreeMap<Integer, Set<String>>();
    for (var response : operation.getJsonObject("responses")) {
      var described = resolve(document, (JsonObject) response.getValue());
      var names = described.getJsonObject("headers", new JsonObject()).fieldNames();
      headers.put(Integer.valueOf(response.getKey()), Set.copyOf(names));
    }
    return new ContractOperation(
        operation.getString("operationId"),
        method.toUpperCase(Locale.ROOT),
        path,
        operation.getString("x-soko-base"),
        operation.getString("x-soko-auth"),
        operation.getString("x-soko-scope", "none"),
        operation.getString("x-soko-kind"),
        parameters,
        bodies,
        headers,
        operation.getJsonArray("x-soko-errors").stream()
            .map(String.class::cast)
            .collect(Collectors.toSet()));
  }

  private static Parameter parameter(JsonObject parameter) {
    var example = parameter.getValue("example");
    return new Parameter(
        parameter.getString("name"),
        parameter.getString("in"),
        parameter.getBoolean("required", false),
        example == null ? "" : example.toString());
  }

  private static JsonObject resolve(JsonObject document, JsonObject node) {
    var reference = node.getString("$ref");
    if (reference == null) return node;
    var found = document;
    for (var step : reference.substring(2).split("/")) found = found.getJsonObject(step);
    return found;
  }

  private static JsonNode json(JsonObject value) {
    return Reply.read(value.encode());
  }
}
