package africa.soko.edge;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonSerializable;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.jsontype.TypeSerializer;
import java.io.IOException;

/// The error object: code, message, request id and where to read on, then the fields of the case.
record ErrorBody(Refused refused, RequestName request) implements JsonSerializable {
  @Override
  public void serialize(JsonGenerator out, SerializerProvider provider) throws IOException {
    out.writeStartObject();
    out.writeObjectFieldStart("error");
    out.writeStringField("code", refused.code().name());
    out.writeStringField("message", refused.message());
    out.writeStringField("requestId", request.id());
    out.writeStringField("docUrl", request.pageOf(refused.code()));
    for (var detail : refused.details()) out.writeObjectField(detail.name(), detail.value());
    out.writeEndObject();
    if (request.fromClient()) out.writeStringField("error_description", refused.message());
    out.writeEndObject();
  }

  @Override
  public void serializeWithType(
      JsonGenerator out, SerializerProvider provider, TypeSerializer types) throws IOException {
    serialize(out, provider);
  }
}
