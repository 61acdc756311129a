package africa.soko.model;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reads a partner's whole log from a stream and compares it with the events that must be there.
final class EventLog {
  private static final Duration ANSWER_MAX = Duration.ofSeconds(25);
  private static final int STREAMS_MAX = 20;

  private final URI node;
  private final String apiKey;
  private final Report report;
  private final Map<String, Integer> found = new HashMap<>();
  private long sequence;
  private @Nullable String last;

  EventLog(URI node, String apiKey, Report report) {
    this.node = node;
    this.apiKey = apiKey;
    this.report = report;
  }

  /// @param since before the first event
  /// @param end text of the last event that is waited for
  void read(Instant since, String end) throws IOException, InterruptedException {
    try (var http = HttpClient.newHttpClient()) {
      for (int i = 0; i < STREAMS_MAX; i++) {
        if (readOne(http, last == null ? since.toString() : last, end)) return;
      }
    }
    report.wrong("Events", "The log ends at %d, before %s".formatted(sequence, end));
  }

  /// How many events there are.
  long count() {
    return sequence;
  }

  /// Each that is expected must be there as often, and no other of its kinds.
  void compare(Map<String, Integer> expected) {
    var missing = new HashMap<>(expected);
    found.forEach((event, times) -> missing.merge(event, -times, Integer::sum));
    missing.forEach(
        (event, times) -> {
          if (times > 0) report.wrong("Events", "missing %d times: %s".formatted(times, event));
          if (times < 0) report.wrong("Events", "%d too many: %s".formatted(-times, event));
        });
  }

  private boolean readOne(HttpClient http, String since, String end)
      throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(node.resolve(Client.BASE + "/stream?since=" + since))
            .header("x-api-key", apiKey)
            .timeout(ANSWER_MAX)
            .build();
    var response = http.send(request, HttpResponse.BodyHandlers.ofLines());
    try (var lines = response.body()) {
      for (var line = lines.iterator(); line.hasNext(); ) {
        var text = line.next();
        if (!text.startsWith("data:")) continue;
        note(Reply.parse(text.substring("data:".length())));
        if (found.containsKey(end)) return true;
      }
    }
    return false;
  }

  private void note(JsonNode event) {
    long number = event.path("sequence").asLong();
    if (number != sequence + 1) {
      report.wrong("Events", "%d comes after %d".formatted(number, sequence));
    }
    sequence = number;
    last = event.path("eventId").asText();
    var text = text(event.path("event").asText(), event.path("data"));
    if (text != null) found.merge(text, 1, Integer::sum);
  }

  /// As the model writes it, or null for what it does not foretell.
  private static @Nullable String text(String name, JsonNode data) {
    var account = data.path("subAccountId").asText();
    var order = data.path("orderId").asText();
    return switch (name) {
      case "deposit.confirmed", "withdraw.confirmed" ->
          "%s %s %d %d"
              .formatted(
                  name,
                  account,
                  Reply.cents(data.path("amount")),
                  Reply.cents(data.path("newBalance")));
      case "kyc.updated" ->
          "%s %s %s %s"
              .formatted(
                  name,
                  account,
                  data.path("kycStatus").asText(),
                  data.path("kycLevel").textValue());
      case "account.frozen" -> "%s %s %s".formatted(name, account, data.path("frozen").asBoolean());
      case "order.pending" -> name + " " + order;
      case "order.filled", "trade.settled" ->
          "%s %s %s %d"
              .formatted(
                  name,
                  order,
                  plain(Reply.number(data.path("quantity"))),
                  Reply.cents(data.path("feeAmount")));
      case "order.rejected", "trade.rejected" ->
          "%s %s %s".formatted(name, order, data.path("rejectionCode").asText());
      case "order.cancelled" ->
          "%s %s %s"
              .formatted(
                  name, order, data.has("refunded") ? Reply.cents(data.path("refunded")) : "");
      default -> null;
    };
  }

  private static String plain(BigDecimal number) {
    return number.stripTrailingZeros().toPlainString();
  }
}
