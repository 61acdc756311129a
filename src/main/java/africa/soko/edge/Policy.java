package africa.soko.edge;

import africa.soko.edge.http.Headers;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import org.jspecify.annotations.Nullable;

/// What a partner itself demands of its requests beyond a valid key.
@FunctionalInterface
public interface Policy {
  /// What a request shows that is let in.
  ///
  /// @param source the address of whoever sends it
  /// @param body the whole body as it was sent, for a signature is made over it; empty where there
  ///   is none
  record Shown(Operation operation, HttpServerRequest request, String source, Buffer body) {

    /// By which a change is told from others; null where the operation takes none.
    public @Nullable String idempotencyKey() {
      return operation.needsIdempotencyKey() ? request.getHeader(Headers.IDEMPOTENCY_KEY) : null;
    }
  }

  /// Whatever has a right key may pass.
  Policy NONE = (_, _) -> Future.succeededFuture();

  /// Completes if the request may pass; refuses with FORBIDDEN or AUTH_INVALID as a failed future
  /// that carries a [RefusedException].
  Future<?> check(Caller caller, Shown shown);
}
