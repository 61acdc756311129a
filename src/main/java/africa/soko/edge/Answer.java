package africa.soko.edge;

import africa.soko.edge.http.MediaType;
import africa.soko.platform.json.Json;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.List;

/// What goes back to the caller: a status, an encoded body and the headers of this answer alone.
///
/// @param type what the body is written in
/// @param storable whether a repeat of the request gets this answer again
/// @param secret whether the body carries a secret and must not be kept in the open
/// @param replayed whether it is a stored answer, given once more
public record Answer(
    int status,
    MediaType type,
    Buffer body,
    List<Header> headers,
    boolean storable,
    boolean secret,
    boolean replayed) {

  /// Of what nobody waits for.
  public static final Answer NOTHING =
      new Answer(204, MediaType.JSON, Buffer.buffer(), List.of(), false, false, false);

  private static final String CHALLENGE = "Bearer realm=\"soko\"";
  private static final String CLIENT_CHALLENGE = "Basic realm=\"soko\"";

  /// A response header.
  public record Header(String name, String value) {}

  public static Answer ok(Object body) {
    return of(200, body);
  }

  public static Answer of(int status, Object body) {
    return encoded(status, Json.encode(body));
  }

  /// A body that is JSON already.
  public static Answer encoded(int status, Buffer body) {
    return of(status, MediaType.JSON, body);
  }

  /// A body of any type. It is no outcome of a change: a repeat is answered anew.
  public static Answer of(int status, MediaType type, Buffer body) {
    return new Answer(status, type, body, List.of(), false, false, false);
  }

  /// What a rule of the ledger made of a change.
  public static Answer decided(int status, Object body, boolean secret) {
    return json(status, Json.encode(body), List.of(), true, secret, false);
  }

  public static Answer replayed(int status, Buffer body, boolean secret) {
    return json(status, body, List.of(), true, secret, true);
  }

  /// What a rule of the ledger said no to. Repeats get it again, unless it is the service that
  /// failed.
  public static Answer declined(Refused refused, RequestName request) {
    var status = refused.code().status();
    var headers = headers(refused, request);
    return json(status, error(refused, request), headers, status < 500, false, false);
  }

  /// A refusal that is no outcome of the request: a repeat is tried anew.
  public static Answer refusal(Refused refused, RequestName request) {
    var status = refused.code().status();
    var headers = headers(refused, request);
    return json(status, error(refused, request), headers, false, false, false);
  }

  private static Answer json(
      int status,
      Buffer body,
      List<Header> headers,
      boolean storable,
      boolean secret,
      boolean replayed) {
    return new Answer(status, MediaType.JSON, body, headers, storable, secret, replayed);
  }

  private static List<Header> headers(Refused refused, RequestName request) {
    int seconds = refused.retryAfterSeconds();
    if (seconds > 0) return List.of(new Header("Retry-After", "" + seconds));
    return switch (refused.code()) {
      case AUTH_MISSING -> List.of(new Header("WWW-Authenticate", CHALLENGE));
      case AUTH_INVALID ->
          List.of(
              new Header(
                  "WWW-Authenticate",
                  request.fromClient()
                      ? CLIENT_CHALLENGE
                      : CHALLENGE + ", error=\"invalid_token\""));
      // Not where it is the media type that is not understood (RFC 9110, 12.5.3).
      case UNSUPPORTED_MEDIA_TYPE ->
          refused.details().isEmpty()
              ? List.of()
              : List.of(new Header("Accept-Encoding", "identity"));
      default -> List.of();
    };
  }

  /// The error object of SPEC "Shape".
  private static Buffer error(Refused refused, RequestName request) {
    return Json.encode(new ErrorBody(refused, request));
  }

  /// Whether what was asked for was done.
  public boolean isDone() {
    return status < 300;
  }

  /// Whether this answer has a header of its own, by a name in any case.
  public boolean has(CharSequence name) {
    for (var header : headers) {
      if (header.name().equalsIgnoreCase(name.toString())) return true;
    }
    return false;
  }

  /// The same answer with one more header.
  public Answer with(String name, String value) {
    var all = new ArrayList<>(headers);
    all.add(new Header(name, value));
    return new Answer(status, type, body, List.copyOf(all), storable, secret, replayed);
  }
}
