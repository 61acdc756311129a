package africa.soko.edge;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import org.jspecify.annotations.Nullable;

/// What a partner itself demands of its requests beyond a valid key.
@FunctionalInterface
public interface Policy {
  /// Whatever has a right key may pass.
  Policy NONE = (_, _, _, _) -> null;

  /// Why the request may not pass, or null if it may.
  ///
  /// @param body the whole body as it was sent, for a signature is made over it; empty where there
  ///   is none
  @Nullable Refused check(
      Caller caller, Operation operation, HttpServerRequest request, Buffer body);
}
