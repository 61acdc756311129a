package africa.soko.access;

import africa.soko.edge.Environment;
import africa.soko.edge.ErrorCode;
import africa.soko.edge.Operation.Auth;
import africa.soko.edge.Principal;
import africa.soko.edge.Refused;
import africa.soko.edge.request.Authentication;
import africa.soko.platform.crypto.Sha256;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import org.jspecify.annotations.Nullable;

/// Knows the operators of the service by the one token that they share. No key of a partner counts
/// where operators are served.
public final class OperatorToken implements Authentication {
  private static final Principal OPERATOR = new Principal.Operator();

  private final byte[] hash;

  public OperatorToken(String token) {
    hash = hash(token);
  }

  /// A path that leads nowhere is told to anybody.
  @Override
  public Auth shown(MultiMap headers) {
    return Auth.NONE;
  }

  @Override
  public Future<? extends Principal> principal(
      MultiMap headers, Auth auth, @Nullable Environment environment) {
    var shown = Bearer.token(headers);
    if (shown == null) {
      return refuse(
          ErrorCode.AUTH_MISSING, "Send the operator token as Authorization: Bearer <token>");
    }
    // Hashes are of one length, so that the time to compare tells nothing of the token.
    return MessageDigest.isEqual(hash(shown), hash)
        ? Future.succeededFuture(OPERATOR)
        : refuse(ErrorCode.AUTH_INVALID, "The operator token is not right");
  }

  private static Future<Principal> refuse(ErrorCode code, String message) {
    return Future.failedFuture(Refused.of(code, "%s", message).asException());
  }

  private static byte[] hash(String token) {
    return Sha256.of(token.getBytes(StandardCharsets.UTF_8));
  }
}
