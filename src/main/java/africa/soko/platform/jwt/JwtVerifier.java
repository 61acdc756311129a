package africa.soko.platform.jwt;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.auth.JWTOptions;
import io.vertx.ext.auth.authentication.TokenCredentials;
import io.vertx.ext.auth.jwt.JWTAuth;
import io.vertx.ext.auth.jwt.JWTAuthOptions;
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
  /// @throws IllegalArgumentException if it holds no RSA key
  public void use(String jwks) {
    var auth = new JWTAuthOptions().setJWTOptions(options);
    var set = new JsonObject(jwks).getJsonArray("keys", new JsonArray());
    for (int i = 0; i < set.size(); i++) {
      var key = set.getJsonObject(i);
      if ("RSA".equals(key.getString("kty"))) auth.addJwk(key.copy().put("alg", ALGORITHM));
    }
    if (auth.getJwks() == null || auth.getJwks().isEmpty()) {
      throw new IllegalArgumentException("The key set holds no RSA key");
    }
    keys = JWTAuth.create(vertx, auth);
  }

  /// The claims of a valid token; a failed future for any other.
  public Future<Claims> verify(String token) {
    var current = keys;
    if (current == null) return Future.failedFuture("No keys are known yet");
    return current
        .authenticate(new TokenCredentials(token))
        .compose(
            user -> {
              var claims = user.principal().copy().mergeIn(user.attributes());
              var body = claims.getJsonObject("accessToken", claims);
              var subject = body.getString("sub");
              if (subject == null || subject.isBlank() || !body.containsKey("exp")) {
                return Future.failedFuture("The token lacks sub or exp");
              }
              return Future.succeededFuture(
                  new Claims(subject, body.getString("email"), body.getString("name")));
            });
  }
}
