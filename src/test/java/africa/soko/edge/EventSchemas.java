package africa.soko.edge;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.openapi.contract.OpenAPIContract;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/// The schemas of the contract's `webhooks`, in which no field may be that they do not name.
final class EventSchemas {
  private final OpenAPIContract contract;
  private final Map<String, String> operations;

  private EventSchemas(OpenAPIContract contract, Map<String, String> operations) {
    this.contract = contract;
    this.operations = operations;
  }

  static EventSchemas load(Vertx vertx) {
    // The library reads no webhooks: here they stand as ordinary operations.
    var webhooks = ContractView.published().getJsonObject("webhooks");
    var paths = new JsonObject();
    var operations = new HashMap<String, String>();
    for (var event : webhooks.fieldNames()) {
      var item = webhooks.getJsonObject(event);
      paths.put("/" + event, item);
      operations.put(event, item.getJsonObject("post").getString("operationId"));
    }
    var document = ContractView.LIVE.closedDocument().put("paths", paths);
    return new EventSchemas(OpenAPIContract.from(vertx, document).await(), operations);
  }

  /// The events that the contract says are sent.
  Set<String> names() {
    return Set.copyOf(operations.keySet());
  }

  /// Fails unless an envelope and its payload keep to the schema of its event.
  void check(JsonNode envelope) {
    var operation = contract.operation(operations.get(envelope.get("event").asText()));
    var schema = operation.getRequestBody().getContent().get("application/json").getSchema();
    var result =
        contract
            .getSchemaRepository()
            .validator(schema)
            .validate(new JsonObject(envelope.toString()));
    assertThat(result.getValid()).as("%s: %s", envelope, result.toJson()).isTrue();
  }
}
