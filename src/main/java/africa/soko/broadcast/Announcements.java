package africa.soko.broadcast;

import africa.soko.feature.Core;
import africa.soko.feature.Feature;
import africa.soko.feature.Retention;
import africa.soko.feature.Worker;
import io.vertx.sqlclient.Pool;
import java.time.InstantSource;
import java.util.List;

/// What all partners of one environment are told, put together.
public final class Announcements implements Feature {
  private final Core core;

  public Announcements(Core core) {
    this.core = core;
  }

  /// Forgets what every partner has in its own log by then.
  public static Retention retention(Pool platform, InstantSource clock) {
    return new Retention(
        clock,
        Retention.PUBLISHED_KEPT,
        List.of((before, rowsMax) -> BroadcastStore.prune(platform, before, rowsMax)));
  }

  @Override
  public List<Worker> workers() {
    return List.of(Worker.onEventLoop(new BroadcastVerticle(core.pool(), core.ledger())));
  }
}
