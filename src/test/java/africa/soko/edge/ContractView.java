package africa.soko.edge;

import africa.soko.edge.contract.ContractDocument;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.openapi.contract.MediaType;
import io.vertx.openapi.contract.OpenAPIContract;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/// The published contract as one server sees it: the operations of one base under one absolute
/// server URL, without what the library can not read (its `webhooks` and media types such as
/// `text/event-stream`).
enum ContractView {
  LIVE("/api/v1/partner", Set.of("partner")),
  SANDBOX("/api/sandbox/v1/partner", Set.of("partner", "sandbox")),
  ROOT("", Set.of("root"));

  private static final Buffer PUBLISHED = ContractDocument.load("/openapi").asJson();

  private final String path;
  private final Set<String> bases;

  ContractView(String path, Set<String> bases) {
    this.path = path;
    this.bases = bases;
  }

  /// The document as it is published, but for values that clients must bear and tests must not.
  static JsonObject published() {
    var document = new JsonObject(PUBLISHED);
    closeEnums(document);
    return document;
  }

  /// Loads the operations of this base; fails where the library finds the document wrong.
  OpenAPIContract load(Vertx vertx) throws Exception {
    return OpenAPIContract.from(vertx, document())
        .toCompletionStage()
        .toCompletableFuture()
        .get(60, TimeUnit.SECONDS);
  }

  /// The document with this base's operations only.
  JsonObject document() {
    var document = published();
    document.remove("webhooks");
    document.put(
        "servers", new JsonArray().add(new JsonObject().put("url", "http://soko.test" + path)));
    var paths = document.getJsonObject("paths");
    for (var template : List.copyOf(paths.fieldNames())) {
      var item = paths.getJsonObject(template);
      item.remove("servers");
      for (var method : Operation.METHODS) {
        if (item.containsKey(method)
            && !bases.contains(item.getJsonObject(method).getString("x-soko-base"))) {
          item.remove(method);
        }
      }
      if (Operation.METHODS.stream().noneMatch(item::containsKey)) {
        paths.remove(template);
      }
    }
    stripUnreadableMedia(document);
    return document;
  }

  /// The same, where an object may have no field that its schema does not name. Clients must bear
  /// fields that they do not know; tests must not.
  JsonObject closedDocument() {
    var document = document();
    close(document.getJsonObject("components").getJsonObject("schemas"), false);
    return document;
  }

  private static void close(Object node, boolean isPart) {
    if (node instanceof JsonObject object) {
      if (!isPart && object.getValue("properties") instanceof JsonObject) {
        object.put("additionalProperties", false);
      }
      for (var name : List.copyOf(object.fieldNames())) {
        close(object.getValue(name), name.equals("allOf"));
      }
    } else if (node instanceof JsonArray array) {
      array.forEach(each -> close(each, isPart));
    }
  }

  private static void closeEnums(Object node) {
    if (node instanceof JsonObject object) {
      if (object.remove("x-extensible-enum") instanceof JsonArray values) {
        var all = values.copy();
        if (object.getValue("type") instanceof JsonArray types && types.contains("null")) {
          all.addNull();
        }
        object.put("enum", all);
      }
      for (var name : List.copyOf(object.fieldNames())) closeEnums(object.getValue(name));
    } else if (node instanceof JsonArray array) {
      array.forEach(ContractView::closeEnums);
    }
  }

  private static void stripUnreadableMedia(Object node) {
    if (node instanceof JsonObject object) {
      for (var name : new ArrayList<>(object.fieldNames())) {
        var value = object.getValue(name);
        if (name.equals("content") && value instanceof JsonObject content) {
          content.fieldNames().removeIf(type -> !MediaType.isMediaTypeSupported(type));
        }
        stripUnreadableMedia(value);
      }
    } else if (node instanceof JsonArray array) {
      array.forEach(ContractView::stripUnreadableMedia);
    }
  }
}
