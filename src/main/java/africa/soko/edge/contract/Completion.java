package africa.soko.edge.contract;

import africa.soko.edge.ErrorCode;
import africa.soko.edge.Lifecycle;
import africa.soko.edge.Operation;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// Writes into a contract what its operations have in common, from their `x-soko-` fields:
/// security, the headers of every answer, `Idempotency-Key`, `If-None-Match` with 304, and every
/// error answer. An operation itself says what it does and what it answers when that goes well.
final class Completion {
  private static final String ERRORS = "x-soko-errors";
  private static final String PARAMETERS = "parameters";
  private static final String RESPONSES = "responses";
  private static final String NOT_MODIFIED = "NotModified";
  private static final Set<ErrorCode> MALFORMED =
      Set.of(ErrorCode.MISSING_PARAM, ErrorCode.INVALID_TYPE, ErrorCode.VALIDATION_ERROR);
  private static final Set<String> TYPED = Set.of("integer", "number", "boolean");

  private final ObjectNode document;
  private final ErrorAnswers answers;
  private final List<Lifecycle> lifecycles = Lifecycle.load();

  Completion(ObjectNode document) {
    this.document = document;
    answers = new ErrorAnswers(document);
  }

  void run() {
    for (var path : document.path("paths").properties()) {
      for (var method : path.getValue().properties()) {
        if (Operation.METHODS.contains(method.getKey())) {
          complete(path.getKey(), method.getKey(), path.getValue(), (ObjectNode) method.getValue());
        }
      }
    }
    new OpenEnums(document).run();
    InlineNames.give(document);
    for (var webhook : document.path("webhooks").properties()) {
      EventDelivery.complete(webhook.getKey(), (ObjectNode) webhook.getValue().path("post"));
    }
    leaveOutUnusedHeaders();
  }

  /// Some headers come with a state that no operation need be in, as the day of a removal does.
  private void leaveOutUnusedHeaders() {
    var used = Set.copyOf(document.findValuesAsText("$ref"));
    if (document.at("/components/headers") instanceof ObjectNode headers) {
      var names = new ArrayList<String>();
      headers.fieldNames().forEachRemaining(names::add);
      names.removeIf(name -> used.contains("#/components/headers/" + name));
      headers.remove(names);
    }
  }

  private void complete(String path, String method, JsonNode item, ObjectNode node) {
    var named = new ArrayList<String>();
    node.path(ERRORS).forEach(name -> named.add(name.asText()));
    node.remove(ERRORS);
    var operation = Operation.of(path, method, node, lifecycles);
    if (operation.lifecycle() != null) deprecate(node, operation.lifecycle(), named);

    secure(node, operation.auth());
    if (operation.needsIdempotencyKey()) {
      node.withArrayProperty(PARAMETERS).insert(0, parameter("IdempotencyKey"));
    }
    var responses = node.withObjectProperty(RESPONSES);
    for (var response : responses.properties()) {
      succeed(operation, response.getKey(), (ObjectNode) response.getValue());
    }
    if (isCached(operation)) {
      node.withArrayProperty(PARAMETERS).add(parameter("IfNoneMatch"));
      responses.set("304", notModified(operation));
    }

    var byStatus = new TreeMap<Integer, List<ErrorCase>>();
    for (var one : cases(operation, named, item, node)) {
      byStatus.computeIfAbsent(one.code().status(), _ -> new ArrayList<>()).add(one);
    }
    byStatus.forEach(
        (status, cases) ->
            responses.set(
                "" + status, answers.of(operation, cases, isKept(operation, named, cases))));
    var codes = new TreeSet<String>();
    for (var all : byStatus.values()) all.forEach(one -> codes.add(one.code().name()));
    codes.forEach(node.putArray(ERRORS)::add);
  }

  /// What is told of an operation that will not stay.
  private static void deprecate(ObjectNode node, Lifecycle lifecycle, List<String> named) {
    node.put("deprecated", true);
    node.put("x-soko-lifecycle", lifecycle.state().name());
    node.put("x-soko-replacement", lifecycle.replacement());
    named.add(ErrorCode.GONE.name());
  }

  private JsonNode notModified(Operation operation) {
    var lifecycle = operation.lifecycle();
    if (lifecycle == null) return Pieces.reference(RESPONSES, NOT_MODIFIED);
    var name = NOT_MODIFIED + Pieces.suffix(operation);
    var all = document.withObjectProperty("components").withObjectProperty(RESPONSES);
    if (!all.has(name)) {
      var response = (ObjectNode) all.path(NOT_MODIFIED).deepCopy();
      Pieces.addHeaders(response, Pieces.deprecation(lifecycle));
      all.set(name, response);
    }
    return Pieces.reference(RESPONSES, name);
  }

  private List<ErrorCase> cases(
      Operation operation, List<String> named, JsonNode item, JsonNode node) {
    var names = new LinkedHashSet<>(named);
    names.addAll(ErrorCase.standard(operation, hasTypedQuery(item) || hasTypedQuery(node)));
    return names.stream().map(name -> answers.named(name, operation)).toList();
  }

  /// Whether an answer may be the refusal of a rule, which is kept as an acceptance is. What any
  /// operation can answer is none, but for a resource that does not exist.
  private static boolean isKept(Operation operation, List<String> named, List<ErrorCase> cases) {
    if (!operation.needsIdempotencyKey()) return false;
    return cases.stream()
        .filter(one -> !MALFORMED.contains(one.code()))
        .anyMatch(one -> named.contains(one.name()) || one.code() == ErrorCode.NOT_FOUND);
  }

  private static void succeed(Operation operation, String status, ObjectNode response) {
    if (status.charAt(0) > '3') {
      throw new IllegalArgumentException(
          operation.operationId() + ": " + status + " follows from " + ERRORS);
    }
    var headers = Pieces.headers(operation);
    if (operation.needsIdempotencyKey()) headers.putAll(Pieces.REPLAYED);
    if (isCached(operation)) headers.putAll(Pieces.CACHED);
    Pieces.addHeaders(response, headers);
  }

  private static boolean isCached(Operation operation) {
    return operation.kind() == Operation.Kind.HOT && operation.auth().isCounted();
  }

  private void secure(ObjectNode node, Operation.Auth auth) {
    switch (auth) {
      // What the whole document asks for.
      case KEY, KEY_OR_DATA, OPERATOR -> {}
      case ID_TOKEN -> node.putArray("security").addObject().putArray("idToken");
      case KEY_OR_ID_TOKEN -> {
        var either = node.putArray("security");
        for (var scheme : document.path("security")) either.add(scheme);
        either.addObject().putArray("idToken");
      }
      case CLIENT -> {
        // The secret may stand in the body instead.
        var either = node.putArray("security");
        either.addObject().putArray("client");
        either.addObject();
      }
      case VISITOR, NONE -> node.putArray("security");
    }
  }

  /// Whether a parameter of the query is more than text, and so can be of a wrong type.
  private boolean hasTypedQuery(JsonNode owner) {
    for (var each : owner.path(PARAMETERS)) {
      var parameter = Pieces.resolve(document, each);
      var schema = Pieces.resolve(document, parameter.path("schema"));
      boolean typed = TYPED.contains(schema.path("type").asText()) || schema.has("format");
      if (typed && parameter.path("in").asText().equals("query")) return true;
    }
    return false;
  }

  private static ObjectNode parameter(String name) {
    return Pieces.reference(PARAMETERS, name);
  }
}
