package africa.soko.edge;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.http.HttpMethod;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// One operation, as the contract declares it.
///
/// @param template the path below its base, for example `/users/{userId}`
/// @param scope what a credential needs, as `resource:action`, or null
/// @param takesBody whether the contract describes a body of its requests
/// @param errors every code that it can answer, whatever it is asked
public record Operation(
    String operationId,
    HttpMethod method,
    String template,
    Auth auth,
    @Nullable String scope,
    Base base,
    Idempotency idempotency,
    Kind kind,
    boolean takesBody,
    Set<ErrorCode> errors) {

  /// The methods that operations have, as a contract spells them.
  public static final Set<String> METHODS = Set.of("get", "post", "put", "patch", "delete");

  /// What a caller has to show (SPEC "Credentials on requests").
  public enum Auth {
    KEY,
    KEY_OR_DATA,
    ID_TOKEN,
    NONE;

    boolean isKey() {
      return this == KEY || this == KEY_OR_DATA;
    }
  }

  /// Where the operation is served: under both partner bases, under the sandbox one alone, or at
  /// the root of the service.
  public enum Base {
    PARTNER,
    SANDBOX,
    ROOT
  }

  /// Whether a change needs an idempotency key.
  public enum Idempotency {
    REQUIRED,
    EXEMPT
  }

  /// How an operation is answered: from memory at once, by a query, by a command, or by a stream
  /// that stays open.
  public enum Kind {
    HOT,
    READ,
    CHANGE,
    STREAM
  }

  /// Reads an operation from its place in a contract.
  ///
  /// @throws IllegalArgumentException if it lacks a part or says an unknown word
  public static Operation of(String path, String method, JsonNode node) {
    var place = method.toUpperCase(Locale.ROOT) + " " + path;
    var errors = EnumSet.noneOf(ErrorCode.class);
    node.path("x-soko-errors").forEach(code -> errors.add(ErrorCode.valueOf(code.asText())));
    return new Operation(
        required(node, "operationId", place),
        HttpMethod.valueOf(method.toUpperCase(Locale.ROOT)),
        path,
        one(Auth.class, required(node, "x-soko-auth", place), place),
        scope(node),
        one(Base.class, required(node, "x-soko-base", place), place),
        one(Idempotency.class, node.path("x-soko-idempotency").asText("exempt"), place),
        one(Kind.class, required(node, "x-soko-kind", place), place),
        node.has("requestBody"),
        Set.copyOf(errors));
  }

  private static @Nullable String scope(JsonNode node) {
    var scope = node.path("x-soko-scope").asText("none");
    return scope.equals("none") ? null : scope;
  }

  private static <E extends Enum<E>> E one(Class<E> type, String word, String place) {
    try {
      return Enum.valueOf(type, word.toUpperCase(Locale.ROOT).replace('-', '_'));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(place + ": unknown word " + word, e);
    }
  }

  private static String required(JsonNode node, String field, String place) {
    var value = node.get(field);
    if (value == null) throw new IllegalArgumentException(place + " has no " + field);
    return value.asText();
  }

  boolean isChange() {
    return !method.equals(HttpMethod.GET);
  }

  public boolean needsIdempotencyKey() {
    return isChange() && auth != Auth.NONE && idempotency == Idempotency.REQUIRED;
  }
}
