package africa.soko.platform.embedded;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Looks after the embedded servers while the service runs: one that has ended is started again. If
/// it cannot be, or ends too often, somebody is told why, once, and nothing more is tried.
public final class Upkeep implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Upkeep.class);
  private static final Duration LOOK_EVERY = Duration.ofMillis(500);
  private static final Duration WINDOW = Duration.ofMinutes(1);
  private static final int DEATHS_MAX = 3;

  private final List<LocalServer> servers;
  private final Consumer<String> givenUp;
  private final Queue<Long> deathsNanos = new ArrayDeque<>();
  private final Thread thread;
  private volatile boolean closed;

  private Upkeep(List<LocalServer> servers, Consumer<String> givenUp) {
    this.servers = List.copyOf(servers);
    this.givenUp = givenUp;
    thread = Thread.ofVirtual().name("upkeep").unstarted(this::run);
  }

  /// @param givenUp told why a server cannot be had any more
  public static Upkeep start(List<LocalServer> servers, Consumer<String> givenUp) {
    var upkeep = new Upkeep(servers, givenUp);
    upkeep.thread.start();
    return upkeep;
  }

  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
  }

  private void run() {
    while (!closed) {
      try {
        for (var server : servers) look(server);
      } catch (CannotStart e) {
        if (!closed) givenUp.accept(String.valueOf(e.getMessage()));
        return;
      }
      LockSupport.parkNanos(LOOK_EVERY.toNanos());
    }
  }

  private void look(LocalServer server) {
    if (closed || !server.revive()) return;
    long now = System.nanoTime();
    deathsNanos.add(now);
    while (now - deathsNanos.element() > WINDOW.toNanos()) deathsNanos.remove();
    if (deathsNanos.size() > DEATHS_MAX) {
      throw new CannotStart(server.name() + " ends again and again");
    }
    LOG.warn("{} had ended and was started again", server.name());
  }
}
