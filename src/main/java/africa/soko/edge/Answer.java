package africa.soko.edge;

import africa.soko.platform.json.Json;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.List;

/// What goes back to the caller: a status, an encoded JSON body and the headers of this answer
/// alone.
///
/// @param storable whether a repeat with the same idempotency key may be given this very answer;
///   never one whose body carries a secret
/// @param replayed whether it was stored by an earlier request with the same idempotency key
public record Answer(
    int status, Buffer body, List<Header> headers, boolean storable, boolean replayed) {

  /// A response header.
  public record Header(String name, String value) {}

  public Answer(int status, Buffer body, List<Header> headers) {
    this(status, body, headers, false, false);
  }

  public static Answer ok(Object body) {
    return of(200, body);
  }

  public static Answer of(int status, Object body) {
    return new Answer(status, Json.encode(body), List.of());
  }

  /// The error object of a refusal (SPEC "Shape").
  public static Answer refused(Refused refused, String requestId) {
    return of(refused.code().status(), new ErrorBody(refused, requestId));
  }

  public Answer with(String name, String value) {
    var all = new ArrayList<>(headers);
    all.add(new Header(name, value));
    return new Answer(status, body, List.copyOf(all), storable, replayed);
  }

  /// The same answer, kept for repeats of the request.
  public Answer stored() {
    return new Answer(status, body, headers, true, replayed);
  }

  /// The same answer, marked as a repeat of an earlier one.
  public Answer asReplay() {
    return new Answer(status, body, headers, false, true);
  }
}
