package africa.soko.edge.contract;

import africa.soko.edge.Environment;
import africa.soko.platform.json.Json;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayDeque;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;

/// The catalogue of events as an AsyncAPI 3.0 document, made from the `webhooks` of a contract:
/// what is delivered to endpoints, and what the stream carries.
public final class AsyncApi {
  private static final String STREAM_PATH = "/stream";
  private static final String SCHEMAS = "schemas";
  private static final String DESCRIPTION = "description";
  private static final String REFERENCE = "$ref";

  /// In no log, and so on no stream.
  private static final String TEST = "test.event";

  private final JsonNode contract;
  private final ObjectNode document = Pieces.object();

  private AsyncApi(JsonNode contract) {
    this.contract = contract;
  }

  public static Buffer of(ContractDocument contract) {
    var made = new AsyncApi(contract.json());
    made.write();
    return Json.encode(made.document);
  }

  private void write() {
    document.put("asyncapi", "3.0.0");
    var info = document.putObject("info");
    info.put("title", contract.at("/info/title").asText() + " events");
    info.set("version", contract.at("/info/version"));
    info.put(
        DESCRIPTION,
        "What happens to a partner's accounts, orders and exchanges, by webhook and on the stream."
            + " The operations themselves are in `/openapi.json`.");
    info.putObject("license").set("name", contract.at("/info/license/name"));
    info.set("contact", contract.at("/info/contact"));
    info.putArray("tags").addObject().put("name", "Events");
    document.put("defaultContentType", "application/json");
    servers();
    document.putObject("channels");
    document.putObject("operations");
    webhook();
    stream();
    components();
  }

  private void servers() {
    var servers = document.putObject("servers");
    server(servers, "endpoint", "/{path}", "The endpoint of a partner, as it was registered.")
        .withObjectProperty("variables")
        .putObject("path")
        .put(DESCRIPTION, "The path of the registered URL.");
    for (var environment : Environment.values()) {
      server(servers, name(environment), environment.base(), "The service, which has the stream.")
          .putArray("security")
          .add(Pieces.reference("securitySchemes", "bearer"))
          .add(Pieces.reference("securitySchemes", "apiKey"));
    }
  }

  private static ObjectNode server(ObjectNode all, String name, String path, String description) {
    var server = all.putObject(name);
    server.put("host", "{host}").put("pathname", path).put("protocol", "https");
    server.put(DESCRIPTION, description);
    server
        .putObject("variables")
        .putObject("host")
        .put(DESCRIPTION, "Host, with the port where it is another than 443.");
    return server;
  }

  private void webhook() {
    var channel = channel("webhook", "Deliveries to the endpoints of a partner.", "endpoint");
    channel.putNull("address");
    var headers = Pieces.reference(SCHEMAS, "DeliveryHeaders");
    for (var event : contract.path("webhooks").properties()) {
      message(channel, event.getKey(), event.getValue().path("post")).set("headers", headers);
    }
    send("webhook", "POST", "One delivery. The endpoint answers 2xx within 8 seconds.");
  }

  private void stream() {
    var channel = channel("stream", "Server-sent events.", name(Environment.SANDBOX));
    channel.withArrayProperty("servers").add(pointer("servers", name(Environment.LIVE)));
    channel.put("address", STREAM_PATH);
    for (var event : contract.path("webhooks").properties()) {
      if (event.getKey().equals(TEST)) continue;
      message(channel, event.getKey(), event.getValue().path("post"));
    }
    send(
        "stream",
        "GET",
        "One frame: `id` the eventId, `event` the name, `data` the payload of this document.");
  }

  private ObjectNode channel(String name, String description, String server) {
    var channel = document.withObjectProperty("channels").putObject(name);
    channel.put(DESCRIPTION, description);
    channel.putArray("servers").add(pointer("servers", server));
    channel.putObject("messages");
    return channel;
  }

  private static ObjectNode message(ObjectNode channel, String event, JsonNode post) {
    var media = post.at("/requestBody/content/application~1json");
    var message = channel.withObjectProperty("messages").putObject(event);
    message.put("name", event);
    message.set("summary", post.path(DESCRIPTION));
    message.set("payload", media.path("schema"));
    var examples = message.putArray("examples");
    for (var example : media.path("examples").properties()) {
      examples
          .addObject()
          .put("name", example.getKey())
          .set("payload", example.getValue().path("value"));
    }
    if (post.has(EventDelivery.COMING)) {
      message.set(EventDelivery.COMING, post.get(EventDelivery.COMING));
    }
    return message;
  }

  private void send(String channel, String method, String description) {
    var operation = document.withObjectProperty("operations").putObject(channel);
    operation.put("action", "send").put(DESCRIPTION, description);
    operation.set("channel", pointer("channels", channel));
    var messages = operation.putArray("messages");
    for (var message : document.at("/channels/" + channel + "/messages").properties()) {
      messages.add(pointer("channels", channel + "/messages/" + message.getKey()));
    }
    operation
        .putObject("bindings")
        .putObject("http")
        .put("method", method)
        .put("bindingVersion", "0.3.0");
  }

  /// The schemas that events lead to, and no others.
  private void components() {
    var components = document.putObject("components");
    var schemes = components.putObject("securitySchemes");
    schemes.putObject("bearer").put("type", "http").put("scheme", "bearer");
    schemes
        .putObject("apiKey")
        .put("type", "httpApiKey")
        .put("in", "header")
        .put("name", "x-api-key");
    var schemas = components.putObject(SCHEMAS);
    var headers = schemas.putObject("DeliveryHeaders").put("type", "object");
    var required = headers.putArray("required");
    var properties = headers.putObject("properties");
    for (var name : EventDelivery.HEADERS) {
      var parameter = contract.at("/components/parameters/" + name);
      var header = parameter.path("name").asText();
      required.add(header);
      var schema = parameter.path("schema").<ObjectNode>deepCopy();
      schema.set(DESCRIPTION, parameter.path(DESCRIPTION));
      properties.set(header, schema);
    }
    var open = new ArrayDeque<String>(references(document.path("channels")));
    while (!open.isEmpty()) {
      var name = open.remove();
      if (schemas.has(name)) continue;
      var schema = contract.at("/components/schemas/" + name);
      schemas.set(name, schema);
      open.addAll(references(schema));
    }
  }

  /// The names of the schemas that something refers to.
  private static Set<String> references(JsonNode node) {
    var prefix = "#/components/" + SCHEMAS + "/";
    var names = new LinkedHashSet<String>();
    for (var reference : node.findValuesAsText(REFERENCE)) {
      if (reference.startsWith(prefix)) names.add(reference.substring(prefix.length()));
    }
    return names;
  }

  private static String name(Environment environment) {
    return environment.name().toLowerCase(Locale.ROOT);
  }

  private static ObjectNode pointer(String section, String name) {
    return Pieces.object().put(REFERENCE, "#/" + section + "/" + name);
  }
}
