package africa.soko.platform.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.BeanProperty;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.deser.ContextualDeserializer;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A field that was sent, possibly as `null`, in a body where an absent field means something else.
/// A component of type `@Nullable Sent<T>` is null where the field is absent.
///
/// @param value null where the field was sent as `null`
@JsonDeserialize(using = Sent.Reader.class)
public record Sent<T>(@Nullable T value) {

  /// What `sent` says, or else what was there before.
  public static <T> @Nullable T or(@Nullable Sent<T> sent, @Nullable T before) {
    return sent == null ? before : sent.value;
  }

  static final class Reader extends JsonDeserializer<Sent<?>> implements ContextualDeserializer {
    private final @Nullable JsonDeserializer<Object> content;

    Reader() {
      this(null);
    }

    private Reader(@Nullable JsonDeserializer<Object> content) {
      this.content = content;
    }

    @Override
    public JsonDeserializer<?> createContextual(
        DeserializationContext context, BeanProperty property) throws JsonMappingException {
      var type = context.getContextualType().containedType(0);
      return new Reader(context.findContextualValueDeserializer(type, property));
    }

    @Override
    public Sent<?> deserialize(JsonParser parser, DeserializationContext context)
        throws IOException {
      return new Sent<>(Objects.requireNonNull(content).deserialize(parser, context));
    }

    @Override
    public Sent<?> getNullValue(DeserializationContext context) {
      return new Sent<>(null);
    }

    @Override
    public @Nullable Object getAbsentValue(DeserializationContext context) {
      return null;
    }
  }
}
