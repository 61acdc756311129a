package africa.soko.edge.contract;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator.Feature;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.fasterxml.jackson.dataformat.yaml.util.StringQuotingChecker;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;

/// YAML as people write it, and as every reader of it understands it alike.
final class Yaml {
  private static final YAMLMapper MAPPER =
      YAMLMapper.builder(
              YAMLFactory.builder()
                  .stringQuotingChecker(new Quoting())
                  .disable(Feature.WRITE_DOC_START_MARKER)
                  .disable(Feature.SPLIT_LINES)
                  .enable(Feature.MINIMIZE_QUOTES)
                  .enable(Feature.LITERAL_BLOCK_STYLE)
                  .build())
          .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .build();

  private Yaml() {}

  /// Reads a file of the class path that holds an object.
  ///
  /// @throws IllegalArgumentException if there is no such file, or no object in it
  static ObjectNode read(String file) {
    try (var in = Yaml.class.getResourceAsStream(file)) {
      if (in == null) throw new IllegalArgumentException("The contract has no part " + file);
      if (MAPPER.readTree(in) instanceof ObjectNode object) return object;
      throw new IllegalArgumentException(file + " is no object");
    } catch (IOException e) {
      throw new IllegalArgumentException("Cannot read " + file + ": " + e.getMessage(), e);
    }
  }

  static Buffer write(JsonNode document) {
    try {
      return Buffer.buffer(MAPPER.writeValueAsBytes(document));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("Cannot write the contract", e);
    }
  }

  /// Text that begins like a number is quoted: readers of YAML 1.1 take `2026-03-01` for a date,
  /// and a key `200` for a number.
  private static final class Quoting extends StringQuotingChecker.Default {
    private static final long serialVersionUID = 1;

    @Override
    public boolean needToQuoteName(String name) {
      return beginsLikeNumber(name) || super.needToQuoteName(name);
    }

    @Override
    public boolean needToQuoteValue(String value) {
      return beginsLikeNumber(value) || super.needToQuoteValue(value);
    }

    private static boolean beginsLikeNumber(String text) {
      if (text.isEmpty()) return false;
      char first = text.charAt(0);
      return (first >= '0' && first <= '9') || first == '.' || first == '-' || first == '+';
    }
  }
}
