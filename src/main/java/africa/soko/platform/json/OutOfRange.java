package africa.soko.platform.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonMappingException;

/// A value of the right JSON type that its field cannot hold.
final class OutOfRange extends JsonMappingException {
  OutOfRange(JsonParser parser, String message) {
    super(parser, message);
  }
}
