package africa.soko.edge.contract;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/// What the deliveries of all events have in common. The contract itself says of an event when it
/// happens and what its body is.
final class EventDelivery {
  /// Says of an event with which part of the service it comes; what is sent today has none.
  static final String COMING = "x-soko-coming";

  /// The parameters that describe the headers of a delivery.
  static final List<String> HEADERS =
      List.of(
          "ServiceSignature",
          "ServiceEventId",
          "ServiceDeliveryId",
          "ServiceTimestamp",
          "WebhookIdHeader",
          "WebhookTimestampHeader",
          "WebhookSignatureHeader");

  private EventDelivery() {}

  static void complete(String event, ObjectNode post) {
    post.put("operationId", operationId(event));
    post.putArray("tags").add("Events");
    post.putArray("security");
    post.put("summary", event);
    if (post.has(COMING)) {
      post.put(
          "description",
          "%s Not sent yet: it comes with %s."
              .formatted(post.path("description").asText(), post.path(COMING).asText()));
    }
    var parameters = post.putArray("parameters");
    for (var header : HEADERS) parameters.add(Pieces.reference("parameters", header));
    post.putObject("responses").set("200", Pieces.reference("responses", "WebhookReceived"));
  }

  /// `order.filled` is `onOrderFilled`.
  private static String operationId(String event) {
    var name = new StringBuilder("on");
    for (var word : event.split("[._]", -1)) {
      name.append(Character.toUpperCase(word.charAt(0))).append(word, 1, word.length());
    }
    return name.toString();
  }
}
