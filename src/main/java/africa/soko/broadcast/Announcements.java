package africa.soko.broadcast;

import africa.soko.feature.Core;
import africa.soko.feature.Feature;
import africa.soko.feature.Worker;
import java.util.List;

/// What all partners of one environment are told, put together.
public final class Announcements implements Feature {
  private final Core core;

  public Announcements(Core core) {
    this.core = core;
  }

  @Override
  public List<Worker> workers() {
    return List.of(Worker.onEventLoop(new BroadcastVerticle(core.pool(), core.ledger())));
  }
}
