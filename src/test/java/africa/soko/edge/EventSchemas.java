package africa.soko.edge;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.json.schema.Validator;
import io.vertx.openapi.contract.OpenAPIContract;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// The schemas of the contract's `webhooks`, in which no field may be that they do not name.
public final class EventSchemas {
  private static final String COMING = "x-soko-coming";

  private final Map<String, Validator> validators;
  private final Set<String> sent;

  private EventSchemas(Map<String, Validator> validators, Set<String> sent) {
    this.validators = validators;
    this.sent = Set.copyOf(sent);
  }

  /// Those of the contract, loaded once.
  public static EventSchemas ofContract() {
    return Loaded.SCHEMAS;
  }

  private static EventSchemas load() {
    // The library reads no webhooks: here they stand as ordinary operations.
    var webhooks = ContractView.published().getJsonObject("webhooks");
    var paths = new JsonObject();
    var sent = new HashSet<String>();
    for (var event : webhooks.fieldNames()) {
      var item = webhooks.getJsonObject(event);
      paths.put("/" + event, item);
      if (!item.getJsonObject("post").containsKey(COMING)) sent.add(event);
    }
    var document = ContractView.LIVE.closedDocument().put("paths", paths);
    var vertx = Vertx.vertx();
    try {
      var contract = OpenAPIContract.from(vertx, document).await();
      var validators = new ConcurrentHashMap<String, Validator>();
      for (var event : webhooks.fieldNames()) {
        var id = webhooks.getJsonObject(event).getJsonObject("post").getString("operationId");
        var body = contract.operation(id).getRequestBody();
        var schema = body.getContent().get("application/json").getSchema();
        validators.put(event, contract.getSchemaRepository().validator(schema));
      }
      return new EventSchemas(validators, sent);
    } finally {
      vertx.close().await();
    }
  }

  /// The events that the contract says are sent today.
  Set<String> sent() {
    return sent;
  }

  /// Fails unless an envelope and its payload keep to the schema of its event, which is one that is
  /// sent today.
  public void check(String envelope) {
    var json = new JsonObject(envelope);
    assertThat(sent).as(envelope).contains(json.getString("event"));
    var result = validators.get(json.getString("event")).validate(json);
    assertThat(result.getValid()).as("%s: %s", envelope, result.toJson()).isTrue();
  }

  private static final class Loaded {
    static final EventSchemas SCHEMAS = load();
  }
}
