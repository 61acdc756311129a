package africa.soko.edge.contract;

import africa.soko.edge.ErrorCode;
import africa.soko.edge.Operation;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// The error answers of a contract: each set of cases that some operation has under one status is
/// described once, under `components/responses`.
final class ErrorAnswers {
  private static final String EXAMPLE = "Error.";

  /// Stands for that of the service, which is a setting.
  private static final String SITE = "https://api.example.com";

  private static final String RESPONSES = "responses";
  private static final Set<Integer> RETRIED =
      Set.of(ErrorCode.RATE_LIMITED.status(), ErrorCode.SERVICE_UNAVAILABLE.status());

  private final Map<String, ErrorCase> cases = new HashMap<>();
  private final ObjectNode responses;

  ErrorAnswers(ObjectNode document) {
    var components = document.withObjectProperty("components");
    responses = components.withObjectProperty(RESPONSES);
    for (var example : components.withObjectProperty("examples").properties()) {
      if (!example.getKey().startsWith(EXAMPLE)) continue;
      var name = example.getKey().substring(EXAMPLE.length());
      var code = ErrorCode.valueOf(example.getValue().at("/value/error/code").asText());
      var description = example.getValue().path("description").asText();
      if (description.isEmpty()) {
        throw new IllegalArgumentException(example.getKey() + " does not say when it happens");
      }
      cases.put(name, new ErrorCase(name, code, description));
      ((ObjectNode) example.getValue().at("/value/error")).put("docUrl", SITE + code.page());
    }
  }

  ErrorCase named(String name, Operation operation) {
    var found = cases.get(name);
    if (found != null) return found;
    throw new IllegalArgumentException(
        operation.operationId() + ": there is no example " + EXAMPLE + name);
  }

  /// What an operation answers in some cases of the same status.
  ///
  /// @param kept whether the answer may be one that is kept for its `Idempotency-Key`
  ObjectNode of(Operation operation, List<ErrorCase> cases, boolean kept) {
    var name = cases.stream().map(ErrorCase::name).collect(Collectors.joining("."));
    if (operation.auth() == Operation.Auth.NONE) name += ".public";
    if (kept) name += ".kept";
    name += Pieces.suffix(operation);
    if (!responses.has(name)) responses.set(name, response(operation, cases, kept));
    return Pieces.reference(RESPONSES, name);
  }

  private static ObjectNode response(Operation operation, List<ErrorCase> cases, boolean kept) {
    var status = cases.getFirst().code().status();
    // Who is not known is not counted, but for whom nothing but his address is.
    boolean unknown = status == ErrorCode.AUTH_INVALID.status();
    boolean counted = !unknown || operation.auth() == Operation.Auth.CLIENT;
    var headers = counted ? Pieces.headers(operation) : Pieces.uncounted();
    var lifecycle = operation.lifecycle();
    if (!counted && lifecycle != null) headers.putAll(Pieces.deprecation(lifecycle));
    if (kept) headers.putAll(Pieces.REPLAYED);
    if (unknown) headers.putAll(Pieces.CHALLENGE);
    if (RETRIED.contains(status)) headers.putAll(Pieces.RETRY);
    var response = Pieces.object();
    response.put("description", description(cases));
    Pieces.addHeaders(response, headers);
    var media = response.putObject("content").putObject("application/json");
    media.set("schema", Pieces.reference("schemas", "Error"));
    var examples = media.putObject("examples");
    for (var one : cases) {
      examples.set(one.name(), Pieces.reference("examples", EXAMPLE + one.name()));
    }
    return response;
  }

  private static String description(List<ErrorCase> cases) {
    var lines = cases.stream().map(one -> "`" + one.code() + "`: " + one.description()).toList();
    return lines.size() == 1 ? lines.getFirst() : "* " + String.join("\n* ", lines);
  }
}
