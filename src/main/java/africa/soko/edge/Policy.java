package africa.soko.edge;

import io.vertx.core.http.HttpServerRequest;
import org.jspecify.annotations.Nullable;

/// What a partner itself demands of its requests beyond a valid key.
@FunctionalInterface
public interface Policy {
  /// Why the request may not pass, or null if it may.
  @Nullable Refused check(Caller caller, Operation operation, HttpServerRequest request);
}
