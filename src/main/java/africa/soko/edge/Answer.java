package africa.soko.edge;

import africa.soko.platform.json.Json;
import io.vertx.core.buffer.Buffer;
import java.util.List;

/// What goes back to the caller: a status, an encoded JSON body and the headers of this answer
/// alone.
public record Answer(int status, Buffer body, List<Header> headers) {

  /// A response header.
  public record Header(String name, String value) {}

  public static Answer ok(Object body) {
    return of(200, body);
  }

  public static Answer of(int status, Object body) {
    return new Answer(status, Json.encode(body), List.of());
  }
}
