package africa.soko.edge;

import africa.soko.platform.crypto.Sha256;
import africa.soko.platform.json.Json;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;

/// A body that is encoded once and sent many times, with its entity tag.
public final class Encoded {
  private static final int TAG_BYTES = 12;
  private static final Buffer NOTHING = Buffer.buffer();

  private final String tag;
  private final Answer whole;
  private final Answer unchanged;

  private Encoded(String tag, Buffer body, int maxAgeSeconds) {
    this.tag = tag;
    var headers =
        List.of(
            new Answer.Header("ETag", tag),
            new Answer.Header("Cache-Control", "private, max-age=" + maxAgeSeconds));
    whole = new Answer(200, MediaType.JSON, body, headers, false, false, false);
    unchanged = new Answer(304, MediaType.JSON, NOTHING, headers, false, false, false);
  }

  public static Encoded of(Object body, int maxAgeSeconds) {
    return of(Json.encode(body), maxAgeSeconds);
  }

  public static Encoded of(Buffer body, int maxAgeSeconds) {
    return new Encoded('"' + hash(body) + '"', body, maxAgeSeconds);
  }

  /// A body with parts that do not count, such as the time of day: its tag, a weak one, is that of
  /// what counts.
  public static Encoded weak(Object body, Object whatCounts, int maxAgeSeconds) {
    var tag = "W/\"" + hash(Json.encode(whatCounts)) + '"';
    return new Encoded(tag, Json.encode(body), maxAgeSeconds);
  }

  /// The same body with another age limit.
  public Encoded withMaxAge(int seconds) {
    return new Encoded(tag, whole.body(), seconds);
  }

  /// 304 without a body if the caller has this very body already, else 200 with it.
  public Answer answer(Call call) {
    var known = call.request().getHeader(HttpHeaders.IF_NONE_MATCH);
    return known != null && matches(known) ? unchanged : whole;
  }

  private boolean matches(String known) {
    if (known.equals(tag) || known.equals("*")) return true;
    for (var one : known.split(",", -1)) {
      var stripped = one.strip();
      // The comparison is the weak one (RFC 9110, 13.1.2).
      if (stripped.equals(tag) || strong(stripped).equals(strong(tag))) return true;
    }
    return false;
  }

  private static String strong(String tag) {
    return tag.startsWith("W/") ? tag.substring(2) : tag;
  }

  private static String hash(Buffer body) {
    var hash = Arrays.copyOf(Sha256.of(body.getBytes()), TAG_BYTES);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(hash);
  }
}
