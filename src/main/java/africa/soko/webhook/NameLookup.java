package africa.soko.webhook;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.internal.VertxInternal;
import java.net.InetAddress;

/// Finds the address of a host. Tests give other answers than the network does.
interface NameLookup {
  Future<InetAddress> find(String host);

  /// Asks the resolver of the process, which waits on no thread.
  static NameLookup of(Vertx vertx) {
    var resolver = ((VertxInternal) vertx).nameResolver();
    return resolver::resolve;
  }
}
