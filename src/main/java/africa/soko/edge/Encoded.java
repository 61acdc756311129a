package africa.soko.edge;

import africa.soko.edge.http.AcceptEncoding;
import africa.soko.edge.http.MediaType;
import africa.soko.edge.http.Packed;
import africa.soko.platform.crypto.Sha256;
import africa.soko.platform.json.Json;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A body that is encoded once and sent many times, with its entity tag. A large one is compressed
/// once as well, when somebody first asks for that; each content coding has a tag of its own.
public final class Encoded {
  private static final int TAG_BYTES = 12;
  private static final Buffer NOTHING = Buffer.buffer();
  private static final Answer.Header VARY = new Answer.Header("Vary", "Accept-Encoding");
  private static final Answer.Header GZIP = new Answer.Header("Content-Encoding", "gzip");

  /// The answers in one content coding.
  private record Form(String tag, Answer whole, Answer unchanged) {
    /// 304 without a body if the caller has this very body already, else 200 with it.
    Answer to(HttpServerRequest request) {
      var known = request.getHeader(HttpHeaders.IF_NONE_MATCH);
      return known != null && isIn(known) ? unchanged : whole;
    }

    private boolean isIn(String known) {
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
  }

  private final String hash;
  private final @Nullable Packed packed;
  private final int maxAgeSeconds;
  private final Form plain;
  // Two threads may make the same one; either is right.
  private volatile @Nullable Form compressed;

  private Encoded(String hash, String tag, Buffer body, @Nullable Packed packed, int maxAge) {
    this.hash = hash;
    this.packed = packed;
    maxAgeSeconds = maxAge;
    plain = form(tag, body, List.of());
  }

  public static Encoded of(Object body, int maxAgeSeconds) {
    return of(Json.encode(body), maxAgeSeconds);
  }

  public static Encoded of(Buffer body, int maxAgeSeconds) {
    var hash = hash(body);
    var packed = new Packed(body);
    return new Encoded(hash, '"' + hash + '"', packed.plain(), packed, maxAgeSeconds);
  }

  /// This body, an object, with one more field that does not count, such as the time of day: its
  /// tag stays, as a weak one. It is never the same twice, and so never compressed.
  ///
  /// @param more an object with that field alone
  public Encoded weakWith(Object more) {
    var known = plain.whole.body();
    var added = Json.encode(more);
    var body =
        Buffer.buffer(known.length() + added.length())
            .appendBuffer(known, 0, known.length() - 1)
            .appendByte((byte) ',')
            .appendBuffer(added, 1, added.length() - 1);
    return new Encoded(hash, "W/\"" + hash + '"', body, null, maxAgeSeconds);
  }

  /// The same body with another age limit.
  public Encoded withMaxAge(int seconds) {
    return new Encoded(hash, plain.tag, plain.whole.body(), packed, seconds);
  }

  /// 304 without a body if the caller has this very body already, else 200 with it; compressed
  /// where the caller takes that and it is worth it.
  public Answer answer(Call call) {
    var request = call.request();
    if (packed == null) return plain.to(request);
    if (request.getHeader(HttpHeaders.ACCEPT_ENCODING) == null) return plain.to(request);
    var accepted = AcceptEncoding.of(request.headers());
    var isPacked = packed.isLarge() ? accepted.prefersGzip() : accepted.demandsGzip();
    return (isPacked ? compressed(packed) : plain).to(request);
  }

  private Form compressed(Packed body) {
    var form = compressed;
    if (form == null) {
      form = form('"' + hash + "-gzip\"", body.gzip(), List.of(GZIP));
      compressed = form;
    }
    return form;
  }

  private Form form(String tag, Buffer body, List<Answer.Header> ofWhole) {
    var headers = new ArrayList<Answer.Header>();
    headers.add(new Answer.Header("ETag", tag));
    headers.add(new Answer.Header("Cache-Control", "private, max-age=" + maxAgeSeconds));
    if (packed != null && packed.isLarge()) headers.add(VARY);
    var unchanged =
        new Answer(304, MediaType.JSON, NOTHING, List.copyOf(headers), false, false, false);
    headers.addAll(ofWhole);
    var whole = new Answer(200, MediaType.JSON, body, List.copyOf(headers), false, false, false);
    return new Form(tag, whole, unchanged);
  }

  private static String hash(Buffer body) {
    var hash = Arrays.copyOf(Sha256.of(body.getBytes()), TAG_BYTES);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(hash);
  }
}
