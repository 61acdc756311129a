package africa.soko.edge;

import africa.soko.edge.http.MediaType;
import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.http.HttpMethod;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// One operation, as the contract declares it.
///
/// @param template the path below its base, for example `/users/{userId}`
/// @param scope what a credential needs, as `resource:action`, or null
/// @param bodyTypes what a body of its requests may be written in; none where it takes no body
/// @param answerTypes what it answers in when that goes well; errors are JSON
/// @param errors every code that it can answer, whatever it is asked
/// @param approval what an organisation's policy calls it where it wants a second person to agree,
///   or null
/// @param lifecycle how it goes out of the interface, or null where it stays
public record Operation(
    String operationId,
    HttpMethod method,
    String template,
    Auth auth,
    @Nullable String scope,
    Base base,
    Idempotency idempotency,
    Kind kind,
    List<MediaType> bodyTypes,
    List<MediaType> answerTypes,
    Set<ErrorCode> errors,
    @Nullable String approval,
    @Nullable Lifecycle lifecycle) {

  /// The methods that operations have, as a contract spells them.
  public static final Set<String> METHODS = Set.of("get", "post", "put", "patch", "delete");

  /// What a caller has to show (SPEC "Credentials on requests").
  public enum Auth {
    KEY,
    KEY_OR_DATA,
    KEY_OR_ID_TOKEN,
    ID_TOKEN,
    /// The id and the secret of a client, in the body or by `Basic`: the handler looks at them, and
    /// requests are counted by where they come from.
    CLIENT,
    OPERATOR,
    /// Nothing; requests are counted by where they come from.
    VISITOR,
    NONE;

    /// Whether the requests of whoever shows it are counted.
    public boolean isCounted() {
      return this != OPERATOR && this != NONE;
    }
  }

  /// Where the operators' operations are served, on the management port.
  public static final String OPERATOR_BASE = "/operator/v1";

  /// Where the operation is served: under both partner bases, under the sandbox one alone, at the
  /// root of the service, or to its operators.
  public enum Base {
    PARTNER,
    SANDBOX,
    ROOT,
    OPERATOR
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
    return of(path, method, node, List.of());
  }

  /// The same with what is told of those that will not stay.
  public static Operation of(
      String path, String method, JsonNode node, List<Lifecycle> lifecycles) {
    var place = method.toUpperCase(Locale.ROOT) + " " + path;
    var errors = EnumSet.noneOf(ErrorCode.class);
    node.path("x-soko-errors").forEach(code -> errors.add(ErrorCode.valueOf(code.asText())));
    var operationId = required(node, "operationId", place);
    var kind = one(Kind.class, required(node, "x-soko-kind", place), place);
    return new Operation(
        operationId,
        HttpMethod.valueOf(method.toUpperCase(Locale.ROOT)),
        path,
        one(Auth.class, required(node, "x-soko-auth", place), place),
        scope(node),
        one(Base.class, required(node, "x-soko-base", place), place),
        one(Idempotency.class, node.path("x-soko-idempotency").asText("exempt"), place),
        kind,
        node.has("requestBody")
            ? types(List.of(node.get("requestBody")), MediaType.JSON)
            : List.of(),
        types(successes(node), kind == Kind.STREAM ? MediaType.EVENTS : MediaType.JSON),
        Set.copyOf(errors),
        node.hasNonNull("x-soko-approval") ? node.get("x-soko-approval").asText() : null,
        lifecycles.stream()
            .filter(each -> each.item().equals(operationId))
            .findFirst()
            .orElse(null));
  }

  private static List<JsonNode> successes(JsonNode node) {
    var successes = new ArrayList<JsonNode>();
    for (var response : node.path("responses").properties()) {
      if (response.getKey().startsWith("2")) successes.add(response.getValue());
    }
    return successes;
  }

  private static List<MediaType> types(List<JsonNode> bodies, MediaType otherwise) {
    var types = new LinkedHashMap<String, MediaType>();
    for (var body : bodies) {
      for (var one : body.path("content").properties()) {
        types.put(one.getKey(), MediaType.of(one.getKey()));
      }
    }
    return types.isEmpty() ? List.of(otherwise) : List.copyOf(types.values());
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

  public boolean takesBody() {
    return !bodyTypes.isEmpty();
  }

  public boolean isChange() {
    return !method.equals(HttpMethod.GET);
  }

  private boolean isKnown() {
    return auth != Auth.NONE && auth != Auth.VISITOR;
  }

  public boolean needsIdempotencyKey() {
    return isChange() && idempotency == Idempotency.REQUIRED && isKnown();
  }
}
