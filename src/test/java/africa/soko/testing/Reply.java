package africa.soko.testing;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.math.BigDecimal;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.stream.StreamSupport;

/// An answer of the service. Values are found by JSON pointer: `/error/code`.
public record Reply(int status, HttpHeaders headers, String body) {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

  static Reply of(HttpResponse<String> response) {
    return new Reply(response.statusCode(), response.headers(), response.body());
  }

  /// Fails with the whole answer unless it has this status.
  public Reply expect(int wanted) {
    if (status != wanted) throw new AssertionError("Not " + wanted + " but " + this);
    return this;
  }

  public JsonNode json() {
    return body.isEmpty() ? MissingNode.getInstance() : read(body);
  }

  public JsonNode at(String pointer) {
    return json().at(pointer);
  }

  public String text(String pointer) {
    return at(pointer).asText();
  }

  public BigDecimal number(String pointer) {
    var node = at(pointer);
    if (!node.isNumber()) throw new AssertionError("No number at " + pointer + " of " + this);
    return node.decimalValue();
  }

  /// The texts of one field of each element of an array.
  public List<String> texts(String array, String field) {
    return StreamSupport.stream(at(array).spliterator(), false)
        .map(element -> element.path(field).asText())
        .toList();
  }

  public String code() {
    return text("/error/code");
  }

  /// A header, empty where there is none.
  public String header(String name) {
    return headers.firstValue(name).orElse("");
  }

  public static String write(Object value) {
    try {
      return JSON.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }

  public static JsonNode read(String text) {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw new AssertionError("Not JSON: " + text, e);
    }
  }

  @Override
  public String toString() {
    return status + " " + body;
  }
}
