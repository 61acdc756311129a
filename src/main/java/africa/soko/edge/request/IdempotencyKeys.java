package africa.soko.edge.request;

import africa.soko.edge.Caller;
import africa.soko.edge.ErrorCode;
import africa.soko.edge.Idempotency;
import africa.soko.edge.Identity;
import africa.soko.edge.Principal;
import africa.soko.edge.Refused;
import africa.soko.edge.Visitor;
import africa.soko.edge.http.Headers;
import africa.soko.platform.crypto.Sha256;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// Reads the idempotency key of a change, and makes the fingerprint of what it asks for.
public final class IdempotencyKeys {
  private static final int CHARS_MAX = 255;

  private final byte[] secret;

  /// @param secret of the service: without it nobody finds a body by its fingerprint, such as one
  ///   that holds an identity number
  public IdempotencyKeys(String secret) {
    this.secret = secret.getBytes(StandardCharsets.UTF_8);
  }

  static @Nullable Refused refusal(HttpServerRequest request) {
    var key = request.getHeader(Headers.IDEMPOTENCY_KEY);
    if (key == null) {
      return Refused.of(
          ErrorCode.MISSING_IDEMPOTENCY_KEY, "The header Idempotency-Key is required");
    }
    boolean plain = !key.isEmpty() && key.length() <= CHARS_MAX;
    for (int i = 0; plain && i < key.length(); i++) {
      plain = key.charAt(i) >= ' ' && key.charAt(i) <= '~';
    }
    if (plain && request.headers().getAll(Headers.IDEMPOTENCY_KEY).size() == 1) return null;
    return Refused.invalid(
        "Idempotency-Key", "Idempotency-Key must be 1 to 255 printable characters");
  }

  /// Whose key it is. Those of two owners never meet.
  static String owner(Pending pending) {
    var environment = pending.environment().schema();
    return switch (pending.principal()) {
      case Caller caller -> environment + ":" + caller.partnerId();
      case Identity identity -> environment + ":" + identity.subject();
      case Principal.Operator _ -> "operator";
      case Visitor _, Principal.Nobody _, Principal.Service _ ->
          throw new IllegalStateException("A key of nobody");
    };
  }

  Idempotency of(HttpServerRequest request, Principal who, Buffer body) {
    var key = request.getHeader(Headers.IDEMPOTENCY_KEY);
    // Kept with the keys of the partner whose books are changed; none of those has a line's end.
    var kept = who instanceof Principal.Operator ? "operator\n" + key : key;
    var fingerprint =
        Sha256.of(
            (request.method().name() + "\n" + request.uri() + "\n")
                .getBytes(StandardCharsets.UTF_8),
            body.getBytes());
    return new Idempotency(
        key,
        Buffer.buffer(Sha256.of(kept.getBytes(StandardCharsets.UTF_8))),
        Buffer.buffer(Sha256.keyed(secret, fingerprint)));
  }
}
