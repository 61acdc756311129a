package africa.soko.edge;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.vertx.core.http.HttpMethod;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The operations that `openapi.yaml` declares. It is read once, at start.
public record OperationIndex(List<Operation> operations) {
  private static final Set<String> METHODS = Set.of("get", "post", "put", "patch", "delete");

  /// @param development whether the operations that only a development server has are among them
  /// @throws IOException if the document cannot be read
  /// @throws IllegalArgumentException if an operation lacks a part or is declared twice
  public static OperationIndex read(InputStream openApi, boolean development) throws IOException {
    var document = new ObjectMapper(new YAMLFactory()).readTree(openApi);
    var operations = new ArrayList<Operation>();
    for (var path : document.path("paths").properties()) {
      for (var method : path.getValue().properties()) {
        if (!METHODS.contains(method.getKey())) continue;
        if (method.getValue().has("x-soko-served-by") && !development) continue;
        operations.add(operation(path.getKey(), method.getKey(), method.getValue()));
      }
    }
    var names = operations.stream().map(Operation::operationId).toList();
    if (Set.copyOf(names).size() != names.size()) {
      throw new IllegalArgumentException("An operationId is declared twice");
    }
    return new OperationIndex(List.copyOf(operations));
  }

  private static Operation operation(String path, String method, JsonNode node) {
    var place = method.toUpperCase(Locale.ROOT) + " " + path;
    return new Operation(
        required(node, "operationId", place),
        HttpMethod.valueOf(method.toUpperCase(Locale.ROOT)),
        path,
        one(Operation.Auth.class, required(node, "x-soko-auth", place), place),
        scope(node),
        one(Operation.Base.class, required(node, "x-soko-base", place), place),
        one(Operation.Idempotency.class, orElse(node, "x-soko-idempotency", "exempt"), place),
        one(Operation.Kind.class, required(node, "x-soko-kind", place), place));
  }

  private static @Nullable String scope(JsonNode node) {
    var scope = text(node, "x-soko-scope");
    return "none".equals(scope) ? null : scope;
  }

  private static <E extends Enum<E>> E one(Class<E> type, String word, String place) {
    var name = word.toUpperCase(Locale.ROOT).replace('-', '_');
    try {
      return Enum.valueOf(type, name);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(place + ": unknown word " + word, e);
    }
  }

  private static String required(JsonNode node, String field, String place) {
    var text = text(node, field);
    if (text == null) throw new IllegalArgumentException(place + " has no " + field);
    return text;
  }

  private static String orElse(JsonNode node, String field, String otherwise) {
    var text = text(node, field);
    return text == null ? otherwise : text;
  }

  private static @Nullable String text(JsonNode node, String field) {
    var value = node.get(field);
    return value == null ? null : value.asText();
  }
}
