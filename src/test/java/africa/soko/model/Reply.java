package africa.soko.model;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;

/// An answer as it came.
///
/// @param replayed whether it says that it was given before
record Reply(int status, String body, boolean replayed) {
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).build();

  static Reply of(int status, byte[] body, boolean replayed) {
    return new Reply(status, new String(body, StandardCharsets.UTF_8), replayed);
  }

  JsonNode json() {
    return parse(body);
  }

  static JsonNode parse(String text) {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw new Mismatch("no JSON: " + text);
    }
  }

  String code() {
    return status < 400 ? "" : json().path("error").path("code").asText("");
  }

  /// Whether it says that the first request with its key still runs.
  boolean isRunning() {
    return status == 409 && body.contains("still running");
  }

  /// Whether somebody who asked the same may be told this: to the byte what was told before. That
  /// there is no such thing is told anew each time.
  boolean isSame(Reply before) {
    if (isMissing() && before.isMissing()) return true;
    return status == before.status && body.equals(before.body);
  }

  boolean isMissing() {
    return status == 404;
  }

  /// Whether it says that nobody knows what became of the request.
  boolean isUnknown() {
    return status == 500 && body.contains("outcome is unknown");
  }

  /// An amount of dollars in whole cents, for posted money has no smaller part.
  static long cents(JsonNode amount) {
    if (!amount.isNumber()) throw new Mismatch("no amount: " + amount);
    try {
      return amount.decimalValue().movePointRight(2).longValueExact();
    } catch (ArithmeticException e) {
      throw new Mismatch("no whole cents: " + amount);
    }
  }

  static BigDecimal number(JsonNode node) {
    if (!node.isNumber()) throw new Mismatch("no number: " + node);
    return node.decimalValue();
  }
}
