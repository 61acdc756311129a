package africa.soko.platform.json;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.KeyDeserializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.BeanDeserializerModifier;
import com.fasterxml.jackson.databind.module.SimpleModule;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/// The types whose reading Jackson's configuration cannot make strict, and how times are written.
final class StrictTypes extends SimpleModule {
  private static final DateTimeFormatter MILLISECONDS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  StrictTypes() {
    addKeyDeserializer(String.class, new NameReader());
    addDeserializer(BigDecimal.class, new DecimalReader());
    addDeserializer(String.class, new TextReader());
    addDeserializer(Instant.class, new InstantReader());
    addDeserializer(LocalDate.class, new DateReader());
    addSerializer(Instant.class, new InstantWriter());
    addSerializer(LocalDate.class, new DateWriter());
    setDeserializerModifier(new EnumReaders());
  }

  private static String text(JsonParser parser, DeserializationContext context, Class<?> type)
      throws IOException {
    if (parser.currentToken() != JsonToken.VALUE_STRING) {
      return context.reportInputMismatch(type, "must be a string");
    }
    var text = parser.getText();
    if (!TextRules.isClean(text))
      throw new OutOfRange(parser, "holds characters that are not text");
    return text;
  }

  /// The names of a map, which are texts of the caller like its values.
  private static final class NameReader extends KeyDeserializer {
    @Override
    public Object deserializeKey(String name, DeserializationContext context) throws IOException {
      if (TextRules.isClean(name)) return name;
      throw new OutOfRange(
          context.getParser(), "has a name that holds characters that are not text");
    }
  }

  private static final class TextReader extends JsonDeserializer<String> {
    @Override
    public String deserialize(JsonParser parser, DeserializationContext context)
        throws IOException {
      return text(parser, context, String.class);
    }
  }

  private static final class DecimalReader extends JsonDeserializer<BigDecimal> {
    @Override
    public BigDecimal deserialize(JsonParser parser, DeserializationContext context)
        throws IOException {
      if (!parser.currentToken().isNumeric()) {
        return context.reportInputMismatch(BigDecimal.class, "must be a number");
      }
      var number = parser.getDecimalValue();
      if (!Decimals.isServed(number)) throw new OutOfRange(parser, "is too large or too precise");
      return number;
    }
  }

  private static final class InstantReader extends JsonDeserializer<Instant> {
    @Override
    public Instant deserialize(JsonParser parser, DeserializationContext context)
        throws IOException {
      var text = text(parser, context, Instant.class);
      try {
        var time = OffsetDateTime.parse(text);
        if (Years.served(time.getYear())) return time.toInstant();
      } catch (DateTimeException e) {
        throw new OutOfRange(parser, "must be an ISO 8601 timestamp");
      }
      throw new OutOfRange(parser, "must be a timestamp of the years 1 to 9999");
    }
  }

  private static final class DateReader extends JsonDeserializer<LocalDate> {
    @Override
    public LocalDate deserialize(JsonParser parser, DeserializationContext context)
        throws IOException {
      var text = text(parser, context, LocalDate.class);
      try {
        var date = LocalDate.parse(text);
        if (Years.served(date.getYear())) return date;
      } catch (DateTimeException e) {
        throw new OutOfRange(parser, "must be an ISO 8601 date");
      }
      throw new OutOfRange(parser, "must be a date of the years 1 to 9999");
    }
  }

  /// Enums by their exact names: Jackson's own reader trims the text.
  private static final class EnumReaders extends BeanDeserializerModifier {
    @Override
    public JsonDeserializer<?> modifyEnumDeserializer(
        DeserializationConfig config,
        JavaType type,
        BeanDescription description,
        JsonDeserializer<?> deserializer) {
      return new EnumReader(type.getRawClass());
    }
  }

  private static final class EnumReader extends JsonDeserializer<Enum<?>> {
    private final Class<?> type;
    private final Map<String, Enum<?>> byName = new LinkedHashMap<>();

    EnumReader(Class<?> type) {
      this.type = type;
      for (var constant : type.getEnumConstants()) {
        var value = (Enum<?>) constant;
        byName.put(nameOf(value), value);
      }
    }

    private String nameOf(Enum<?> value) {
      try {
        var renamed = type.getField(value.name()).getAnnotation(JsonProperty.class);
        return renamed == null ? value.name() : renamed.value();
      } catch (NoSuchFieldException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public Enum<?> deserialize(JsonParser parser, DeserializationContext context)
        throws IOException {
      var value = byName.get(text(parser, context, type));
      if (value != null) return value;
      throw new OutOfRange(parser, "must be " + Choices.of(byName.keySet()));
    }
  }

  private static final class InstantWriter extends JsonSerializer<Instant> {
    @Override
    public void serialize(Instant value, JsonGenerator out, SerializerProvider provider)
        throws IOException {
      out.writeString(MILLISECONDS.format(value));
    }
  }

  private static final class DateWriter extends JsonSerializer<LocalDate> {
    @Override
    public void serialize(LocalDate value, JsonGenerator out, SerializerProvider provider)
        throws IOException {
      out.writeString(value.toString());
    }
  }
}
