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

  private Encoded(Buffer body, int maxAgeSeconds) {
    var hash = Arrays.copyOf(Sha256.of(body.getBytes()), TAG_BYTES);
    tag = '"' + Base64.getUrlEncoder().withoutPadding().encodeToString(hash) + '"';
    var headers =
        List.of(
            new Answer.Header("ETag", tag),
            new Answer.Header("Cache-Control", "private, max-age=" + maxAgeSeconds));
    whole = new Answer(200, body, headers, false, false, false);
    unchanged = new Answer(304, NOTHING, headers, false, false, false);
  }

  public static Encoded of(Object body, int maxAgeSeconds) {
    return new Encoded(Json.encode(body), maxAgeSeconds);
  }

  public static Encoded of(Buffer body, int maxAgeSeconds) {
    return new Encoded(body, maxAgeSeconds);
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
      if (stripped.equals(tag) || stripped.equals("W/" + tag)) return true;
    }
    return false;
  }
}
