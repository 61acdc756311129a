package africa.soko.edge.request;

import io.vertx.sqlclient.ClosedConnectionException;

/// A handler that did not answer in time; it is taken for a dependency that is away.
final class SlowAnswer extends RuntimeException {
  SlowAnswer() {
    super("No answer in time", ClosedConnectionException.INSTANCE, false, false);
  }
}
