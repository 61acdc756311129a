package africa.soko.key;

import africa.soko.edge.ErrorCode;
import africa.soko.edge.Input;
import africa.soko.edge.KeyRefusals;
import africa.soko.edge.Refused;
import africa.soko.edge.RefusedException;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/// Who asks for a token, by the id and the text of a key (RFC 6749, 2.3.1). It is never printed.
record Client(String id, String secret) {
  private static final String SCHEME = "basic ";
  private static final String ID = "client_id";
  private static final String SECRET = "client_secret";

  /// The client that a request shows, in its header or in its body.
  ///
  /// @throws RefusedException if it shows none, or shows two
  static Client shown(MultiMap headers, @Nullable String id, @Nullable String secret) {
    var all = headers.getAll(HttpHeaders.AUTHORIZATION);
    if (all.isEmpty()) return new Client(required(ID, id), required(SECRET, secret));
    var client = all.size() == 1 ? basic(all.getFirst()) : null;
    if (client == null) throw KeyRefusals.unknown().asException();
    if (secret != null) throw Input.invalid(SECRET, "is sent in the header already");
    if (id == null || id.equals(client.id)) return client;
    throw Input.invalid(ID, "is another one than in the header");
  }

  /// Both parts are encoded as in a form.
  private static @Nullable Client basic(String header) {
    if (!header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) return null;
    try {
      var bytes = Base64.getDecoder().decode(header.substring(SCHEME.length()).strip());
      var pair = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      int colon = pair.indexOf(':');
      if (colon < 0) return null;
      return new Client(decoded(pair.substring(0, colon)), decoded(pair.substring(colon + 1)));
    } catch (IllegalArgumentException | CharacterCodingException e) {
      return null;
    }
  }

  private static String decoded(String part) {
    return URLDecoder.decode(part, StandardCharsets.UTF_8);
  }

  private static String required(String name, @Nullable String value) {
    if (value != null) return value;
    throw Refused.of(ErrorCode.MISSING_PARAM, "%s is required", name)
        .with("param", name)
        .asException();
  }

  @Override
  public String toString() {
    return id;
  }
}
