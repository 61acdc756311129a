package africa.soko.platform.json;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.exc.InvalidNullException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The one JSON mapper of the service.
///
/// What it reads is exactly what a record declares: every component is there unless its type is
/// `@Nullable`, nothing else is, and no value is bent into another type.
public final class Json {
  private static final int DEPTH_MAX = 32;
  private static final int NAME_CHARS_MAX = 128;
  private static final int TEXT_CHARS_MAX = 65_536;
  private static final int TOKENS_MAX = 50_000;
  private static final Pattern PLAIN_NAME = Pattern.compile("[A-Za-z0-9_.\\[\\]-]{1,128}");
  private static final JsonMapper MAPPER = mapper();

  private Json() {}

  public static Buffer encode(Object value) {
    try {
      return Buffer.buffer(MAPPER.writeValueAsBytes(value));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("Cannot encode " + value.getClass().getName(), e);
    }
  }

  /// Reads a record from the whole of a text.
  ///
  /// @throws ShapeFault if the text is not exactly such a record
  public static <T> T decode(Buffer text, Class<T> type) {
    return decode(text.getBytes(), type);
  }

  /// @throws ShapeFault if the text is not exactly such a record
  public static <T> T decode(byte[] text, Class<T> type) {
    requireUtf8(text);
    T value;
    try {
      value = MAPPER.readValue(text, type);
    } catch (IOException e) {
      throw fault(e);
    }
    if (value == null) throw invalid(null, "The body must not be null");
    return value;
  }

  private static ShapeFault fault(IOException e) {
    if (e instanceof UnrecognizedPropertyException unknown) {
      return invalid(path(unknown), "is not a field of this request");
    }
    if (e instanceof InvalidNullException missing) {
      return missing(path(missing));
    }
    if (e instanceof MismatchedInputException mismatch) {
      if (isMissingField(mismatch)) return missing(path(mismatch));
      if (says(mismatch, "Trailing token")) return invalid(null, "The body goes on after its end");
      return new ShapeFault(
          ShapeFault.Kind.WRONG_TYPE,
          path(mismatch),
          named(path(mismatch), "must be " + TypeNames.of(mismatch.getTargetType())));
    }
    if (e instanceof OutOfRange range) return invalid(path(range), range.getOriginalMessage());
    if (e instanceof JsonMappingException mapping) {
      return invalid(path(mapping), "cannot be read");
    }
    return invalid(null, "The body is not valid JSON" + place(e));
  }

  private static String place(IOException e) {
    var where = e instanceof JsonProcessingException parsing ? parsing.getLocation() : null;
    if (where == null) return "";
    return ", at line %d, column %d".formatted(where.getLineNr(), where.getColumnNr());
  }

  private static ShapeFault invalid(@Nullable String param, String message) {
    return new ShapeFault(ShapeFault.Kind.INVALID, param, named(param, message));
  }

  private static ShapeFault missing(@Nullable String param) {
    return new ShapeFault(ShapeFault.Kind.MISSING, param, named(param, "is required"));
  }

  private static String named(@Nullable String param, String message) {
    if (message.startsWith("The ")) return message;
    return (param == null ? "The body" : param) + " " + message;
  }

  private static boolean isMissingField(MismatchedInputException e) {
    return says(e, "Missing required creator property");
  }

  private static boolean says(MismatchedInputException e, String beginning) {
    var message = e.getOriginalMessage();
    return message != null && message.startsWith(beginning);
  }

  /// The path of a field as a caller writes it, or null where the names are not plain ones: they
  /// came from outside and go back in the answer.
  private static @Nullable String path(JsonMappingException e) {
    var path = new StringBuilder();
    for (var step : e.getPath()) {
      if (step.getFieldName() == null) {
        path.append('[').append(step.getIndex()).append(']');
      } else {
        if (!path.isEmpty()) path.append('.');
        path.append(step.getFieldName());
      }
    }
    return PLAIN_NAME.matcher(path).matches() ? path.toString() : null;
  }

  /// Jackson takes over-long forms of UTF-8 for characters; nothing but plain UTF-8 may pass.
  private static void requireUtf8(byte[] text) {
    for (byte b : text) {
      if (b < 0) {
        decodeAll(text);
        return;
      }
    }
  }

  private static void decodeAll(byte[] text) {
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(text));
    } catch (CharacterCodingException e) {
      throw invalid(null, "The body is not UTF-8");
    }
  }

  private static JsonMapper mapper() {
    var limits =
        StreamReadConstraints.builder()
            .maxNestingDepth(DEPTH_MAX)
            .maxNumberLength(Decimals.CHARS_MAX)
            .maxNameLength(NAME_CHARS_MAX)
            .maxStringLength(TEXT_CHARS_MAX)
            .maxTokenCount(TOKENS_MAX)
            .build();
    var factory =
        JsonFactory.builder()
            .streamReadConstraints(limits)
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
            .disable(JsonFactory.Feature.CHARSET_DETECTION)
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN)
            .build();
    var builder =
        JsonMapper.builder(factory)
            .annotationIntrospector(new RequiredFields())
            .addModule(new StrictTypes())
            .defaultSetterInfo(JsonSetter.Value.forContentNulls(Nulls.FAIL))
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .disable(JsonParser.Feature.AUTO_CLOSE_SOURCE);
    builder.withCoercionConfigDefaults(
        coercions -> {
          for (var shape : CoercionInputShape.values()) {
            coercions.setCoercion(shape, CoercionAction.Fail);
          }
        });
    return builder.build();
  }
}
