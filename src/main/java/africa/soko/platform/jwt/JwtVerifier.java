package africa.soko.platform.jwt;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.auth.JWTOptions;
import io.vertx.ext.auth.authentication.TokenCredentials;
import io.vertx.ext.auth.jwt.JWTAuth;
import io.vertx.ext.auth.jwt.JWTAuthOptions;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Verifies tokens signed with RS256 against a set of public keys, and their issuer, audience and
/// time. Keys of other kinds in the set are passed over, so that a token cannot choose a weaker
/// algorithm.
public final class JwtVerifier {
  private static final int LEEWAY_SECONDS = 30;
  private static final String ALGORITHM = "RS256";

  /// What a token says of its subject.
  public record Claims(String subject, @Nullable String email, @Nullable String name) {}

  private final Vertx vertx;
  private final JWTOptions options;
  private volatile @Nullable JWTAuth keys;

  public JwtVerifier(Vertx vertx, String issuer, String audience) {
    this.vertx = vertx;
    options = new JWTOptions().setIssuer(issuer).addAudience(audience).setLeeway(LEEWAY_SECONDS);
  }

  /// Replaces the keys.
  ///
  /// @param jwks a JSON Web Key Set
  /// @throws IllegalArgumentException if it holds no RSA key that signs; the keys stay as they are
  public void use(String jwks) {
    var auth = new JWTAuthOptions().setJWTOptions(options);
    signingKeys(jwks).forEach(key -> auth.addJwk(key.copy().put("alg", ALGORITHM)));
    if (auth.getJwks() == null || auth.getJwks().isEmpty()) {
      throw new IllegalArgumentException("The key set holds no RSA key that signs");
    }
    keys = JWTAuth.create(vertx, auth);
  }

  private static List<JsonObject> signingKeys(String jwks) {
    try {
      return new JsonObject(jwks)
          .getJsonArray("keys", new JsonArray()).stream()
              .map(JsonObject.class::cast)
              .filter(key -> "RSA".equals(key.getString("kty")))
              .filter(key -> "sig".equals(key.getString("use", "sig")))
              .toList();
    } catch (DecodeException | ClassCastException | NullPointerException e) {
      throw new IllegalArgumentException("That is no key set", e);
    }
  }

  /// The claims of a valid token; a failed future for any other, with [KeysUnknown] while there is
  /// nothing to judge it by.
  public Future<Claims> verify(String token) {
    var current = keys;
    if (current == null) return Future.failedFuture(new KeysUnknown());
    if (!isCanonical(token)) {
      return Future.failedFuture(new IllegalArgumentException("The token is not base64url"));
    }
    // What the library makes of a claim of a wrong type is an exception, not a failed future.
    return Future.succeededFuture(new TokenCredentials(token))
        .compose(current::authenticate)
        .map(user -> user.principal().copy().mergeIn(user.attributes()))
        .map(all -> claims(all.getJsonObject("accessToken", all)));
  }

  /// One signature has one text (RFC 7515, 2: base64url without padding, and RFC 4648, 3.5: unused
  /// bits are zero). Otherwise who sees tokens by their text takes one for several.
  private static boolean isCanonical(String token) {
    for (var part : token.split("\\.", -1)) {
      try {
        var bytes = Base64.getUrlDecoder().decode(part);
        if (!Base64.getUrlEncoder().withoutPadding().encodeToString(bytes).equals(part)) {
          return false;
        }
      } catch (IllegalArgumentException e) {
        return false;
      }
    }
    return true;
  }

  private static Claims claims(JsonObject body) {
    var subject = text(body, "sub");
    if (subject == null || subject.isBlank() || !body.containsKey("exp")) {
      throw new IllegalArgumentException("The token lacks sub or exp");
    }
    return new Claims(subject, text(body, "email"), text(body, "name"));
  }

  private static @Nullable String text(JsonObject body, String claim) {
    var value = body.getValue(claim);
    if (value == null || value instanceof String) return (String) value;
    throw new IllegalArgumentException("The claim " + claim + " is no text");
  }
}
