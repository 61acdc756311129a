package africa.soko.platform.jwt;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.auth.JWTOptions;
import io.vertx.ext.auth.authentication.TokenCredentials;
import io.vertx.ext.auth.jwt.JWTAuth;
import io.vertx.ext.auth.jwt.JWTAuthOptions;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Verifies tokens signed with RS256 against a set of public keys, and their issuer, audience and
/// time. Keys of other kinds in the set are passed over, so that a token cannot choose a weaker
/// algorithm.
public final class JwtVerifier {
  private static final int LEEWAY_SECONDS = 30;
  private static final String ALGORITHM = "RS256";
  private static final String ID = "kid";

  /// What a token says of its subject.
  ///
  /// @param issuer who says so
  /// @param isVerified whether the email address is known to be the subject's
  public record Claims(
      String issuer,
      String subject,
      @Nullable String email,
      @Nullable String name,
      boolean isVerified) {}

  private final Vertx vertx;
  private final JWTOptions options;
  private volatile @Nullable Keys keys;
  private volatile Supplier<Future<?>> ask = Future::succeededFuture;

  /// The keys that there are, and what they are called.
  private record Keys(JWTAuth auth, Set<String> ids) {}

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
    var ids = new HashSet<String>();
    for (var key : signingKeys(jwks)) {
      auth.addJwk(bare(key));
      if (key.getValue(ID) instanceof String id) ids.add(id);
    }
    if (auth.getJwks() == null || auth.getJwks().isEmpty()) {
      throw new IllegalArgumentException("The key set holds no RSA key that signs");
    }
    keys = new Keys(JWTAuth.create(vertx, auth), Set.copyOf(ids));
  }

  /// A token of a key that is not known waits for this, which may make it known; what it comes to
  /// is no matter. It must not be asked for more than it can bear, nor take long.
  void askForUnknown(Supplier<Future<?>> ask) {
    this.ask = ask;
  }

  /// What the signature needs: certificates that come with a key say nothing here.
  private static JsonObject bare(JsonObject key) {
    var bare = new JsonObject().put("alg", ALGORITHM);
    for (var name : List.of("kty", ID, "n", "e")) {
      if (key.containsKey(name)) bare.put(name, key.getValue(name));
    }
    return bare;
  }

  private static List<JsonObject> signingKeys(String jwks) {
    try {
      return new JsonObject(jwks)
          .getJsonArray("keys", new JsonArray()).stream()
              .map(JsonObject.class::cast)
              .filter(key -> "RSA".equals(key.getString("kty")))
              .filter(key -> "sig".equals(key.getString("use", "sig")))
              .filter(key -> key.getString("n") != null && key.getString("e") != null)
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
    if (!isOfUnknownKey(token, current)) return verify(token, current);
    return asked().compose(_ -> verify(token, Objects.requireNonNullElse(keys, current)));
  }

  /// Carried on with where it began: who asks for the keys may have done so for somebody else.
  private Future<Void> asked() {
    var here = vertx.getOrCreateContext();
    var asked = Promise.<Void>promise();
    ask.get().onComplete(_ -> here.runOnContext(_ -> asked.complete()));
    return asked.future();
  }

  private static boolean isOfUnknownKey(String token, Keys keys) {
    try {
      var header = Base64.getUrlDecoder().decode(token.substring(0, token.indexOf('.')));
      var said = new JsonObject(Buffer.buffer(header));
      return ALGORITHM.equals(said.getValue("alg"))
          && said.getValue(ID) instanceof String id
          && !keys.ids.contains(id);
    } catch (DecodeException | IndexOutOfBoundsException e) {
      return false;
    }
  }

  private static Future<Claims> verify(String token, Keys keys) {
    // What the library makes of a claim of a wrong type is an exception, not a failed future.
    return Future.succeededFuture(new TokenCredentials(token))
        .compose(keys.auth::authenticate)
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
    return new Claims(
        String.valueOf(text(body, "iss")),
        subject,
        text(body, "email"),
        text(body, "name"),
        Boolean.TRUE.equals(body.getValue("email_verified")));
  }

  private static @Nullable String text(JsonObject body, String claim) {
    var value = body.getValue(claim);
    if (value == null || value instanceof String) return (String) value;
    throw new IllegalArgumentException("The claim " + claim + " is no text");
  }
}
