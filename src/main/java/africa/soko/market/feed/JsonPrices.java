package africa.soko.market.feed;

import africa.soko.market.feed.RowReader.RowFault;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Prices as an object with a list `prices`, whose elements have the columns of the lines as fields
/// (`previousClose`, `asOf`, `dataQuality`). Numbers are numbers. Fields that it does not know are
/// passed over.
final class JsonPrices {
  private static final int DEPTH_MAX = 8;
  private static final int EXPONENT_MAX = 15;

  private static final Map<String, String> NAMES =
      Map.of(
          RowReader.PREVIOUS_CLOSE, "previousClose",
          RowReader.AS_OF, "asOf",
          RowReader.DATA_QUALITY, "dataQuality");
  private static final List<String> NUMBERS =
      List.of(
          RowReader.PRICE,
          RowReader.PREVIOUS_CLOSE,
          RowReader.VOLUME,
          RowReader.OPEN,
          RowReader.HIGH,
          RowReader.LOW);

  private static final JsonMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder().maxNestingDepth(DEPTH_MAX).build())
                  .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                  .build())
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private JsonPrices() {}

  /// @throws IOException if it is no such object; a bad element in it is only told
  static FeedRows read(String name, String text) throws IOException {
    var prices = parse(text).path("prices");
    if (!prices.isArray()) throw new IOException("has no list prices");
    var rows = new ArrayList<FeedRow>();
    var faults = new ArrayList<String>();
    for (var index = 0; index < prices.size(); index++) {
      var element = prices.get(index);
      try {
        rows.add(RowReader.read(field -> text(element, field)));
      } catch (RowFault e) {
        faults.add("prices[%d]: %s".formatted(index, e.getMessage()));
      }
    }
    return new FeedRows(name, rows, faults);
  }

  private static JsonNode parse(String text) throws IOException {
    try {
      return MAPPER.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IOException("is no JSON", e);
    }
  }

  /// A value of another kind reads as a text that no field can have.
  private static @Nullable String text(JsonNode element, String field) {
    var value = element.path(NAMES.getOrDefault(field, field));
    if (value.isMissingNode() || value.isNull()) return null;
    if (!NUMBERS.contains(field)) return value.isTextual() ? value.textValue() : "(no text)";
    if (!value.isNumber()) return "(no number)";
    var number = value.decimalValue();
    return Math.abs(number.scale()) <= EXPONENT_MAX ? number.toPlainString() : "(no number)";
  }
}
