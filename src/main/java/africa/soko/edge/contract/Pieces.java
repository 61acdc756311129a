package africa.soko.edge.contract;

import africa.soko.edge.Lifecycle;
import africa.soko.edge.Operation;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.Map;

/// The pieces of OpenAPI that a document is completed with.
final class Pieces {
  static final Map<String, String> REPLAYED = Map.of("Idempotent-Replayed", "IdempotentReplayed");
  static final Map<String, String> CHALLENGE = Map.of("WWW-Authenticate", "Challenge");
  static final Map<String, String> RETRY = Map.of("Retry-After", "RetryAfter");
  static final Map<String, String> CACHED = Map.of("ETag", "ETag", "Cache-Control", "CacheControl");
  private static final String REFERENCE = "$ref";
  private static final String HEADERS = "headers";

  private Pieces() {}

  static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  static ObjectNode reference(String section, String name) {
    return object().put(REFERENCE, "#/components/" + section + "/" + name);
  }

  /// What a node stands for, which is itself unless it is a reference.
  static JsonNode resolve(JsonNode document, JsonNode node) {
    var reference = node.get(REFERENCE);
    return reference == null
        ? node
        : resolve(document, document.at(reference.asText().substring(1)));
  }

  /// The headers of any answer of an operation that was counted, with the names of what describes
  /// them.
  static Map<String, String> headers(Operation operation) {
    var headers = uncounted();
    if (operation.auth().isCounted()) {
      headers.put("X-RateLimit-Limit", "RateLimitLimit");
      headers.put("X-RateLimit-Remaining", "RateLimitRemaining");
      headers.put("X-RateLimit-Reset", "RateLimitReset");
    }
    var lifecycle = operation.lifecycle();
    if (lifecycle != null) headers.putAll(deprecation(lifecycle));
    return headers;
  }

  /// The headers of an operation that will not stay.
  static Map<String, String> deprecation(Lifecycle lifecycle) {
    var headers = new LinkedHashMap<String, String>();
    headers.put("Deprecation", "Deprecation");
    headers.put("Link", "Link");
    if (lifecycle.removalOn() != null) headers.put("Sunset", "Sunset");
    return headers;
  }

  /// What tells the answers of such an operation from those of others.
  static String suffix(Operation operation) {
    var lifecycle = operation.lifecycle();
    if (lifecycle == null) return "";
    return lifecycle.removalOn() == null ? ".deprecated" : ".sunset";
  }

  /// The headers of any answer at all.
  static Map<String, String> uncounted() {
    var headers = new LinkedHashMap<String, String>();
    headers.put("X-Request-Id", "RequestId");
    return headers;
  }

  /// Gives a response headers, before those that it has itself.
  static void addHeaders(ObjectNode response, Map<String, String> headers) {
    var all = object();
    headers.forEach((name, description) -> all.set(name, reference(HEADERS, description)));
    all.setAll(response.withObjectProperty(HEADERS));
    response.set(HEADERS, all);
  }
}
