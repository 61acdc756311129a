package africa.soko.platform.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.vertx.core.buffer.Buffer;

/// The one JSON mapper of the service.
public final class Json {
  private static final ObjectMapper MAPPER = JsonMapper.builder().build();

  private Json() {}

  public static Buffer encode(Object value) {
    try {
      return Buffer.buffer(MAPPER.writeValueAsBytes(value));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("Cannot encode " + value.getClass().getName(), e);
    }
  }
}
