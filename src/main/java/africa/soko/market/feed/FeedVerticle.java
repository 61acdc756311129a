package africa.soko.market.feed;

import africa.soko.platform.work.RepeatedWork;
import io.vertx.core.Future;
import java.time.Duration;
import java.time.InstantSource;

/// Owns the time of a real feed. It runs on a virtual thread of its own, so that a source that
/// stalls holds up nothing else.
public final class FeedVerticle extends RepeatedWork {
  private final FeedService service;
  private final InstantSource clock;
  private final Runnable wake;

  /// @param wake lets this node's market see what was published
  public FeedVerticle(FeedService service, InstantSource clock, Runnable wake) {
    super("Prices of the feed are published", Duration.ZERO);
    this.service = service;
    this.clock = clock;
    this.wake = wake;
  }

  @Override
  protected Future<Duration> work() {
    var looked = service.look();
    if (looked.changed()) wake.run();
    return Future.succeededFuture(Duration.between(clock.instant(), looked.next()));
  }
}
