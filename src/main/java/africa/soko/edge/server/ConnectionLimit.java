package africa.soko.edge.server;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/// How many connections the event loops of the public port hold together. Each is an open file: a
/// process that has none left reaches neither its database nor anybody else.
public final class ConnectionLimit {
  private final int max;
  private final AtomicInteger open = new AtomicInteger();
  private final AtomicLong refused = new AtomicLong();

  public ConnectionLimit(int max) {
    this.max = max;
  }

  public int open() {
    return open.get();
  }

  public long refused() {
    return refused.get();
  }

  /// False if there is no room for another one.
  boolean enter() {
    if (open.incrementAndGet() <= max) return true;
    leave();
    refused.incrementAndGet();
    return false;
  }

  void leave() {
    open.decrementAndGet();
  }
}
