package africa.soko.notice;

import africa.soko.edge.Lifecycle;
import africa.soko.platform.config.Config;
import africa.soko.platform.config.Setting;
import africa.soko.platform.id.Ids;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Tells partners what goes out of the interface, and sends notices as mails where a server is
/// configured. Any number of nodes run it side by side. It runs on a virtual thread.
public final class NoticeVerticle extends VerticleBase {
  private static final Logger LOG = LoggerFactory.getLogger(NoticeVerticle.class);
  private static final Duration PAUSE = Duration.ofSeconds(5);
  private static final Duration TELL_EVERY = Duration.ofMinutes(10);

  private final NoticeStore store;
  private final List<Teller> tellers;
  private final Config config;
  private final InstantSource clock;
  private @Nullable Outbox outbox;
  private long toldNanos = System.nanoTime() - TELL_EVERY.toNanos();
  private long timer;
  private volatile boolean stopped;

  /// @param lifecycles what goes out of the interface
  /// @param more who else has something to tell
  public NoticeVerticle(
      List<Lifecycle> lifecycles,
      List<Teller> more,
      NoticeStore store,
      Config config,
      Ids ids,
      InstantSource clock) {
    this.store = store;
    this.config = config;
    this.clock = clock;
    var site = config.optional(Setting.PUBLIC_URL).orElse("");
    tellers = new ArrayList<>(more);
    tellers.add(new Departures(lifecycles, store, ids, clock, site));
  }

  @Override
  public Future<?> start() {
    outbox = Mailer.of(vertx, config).map(mailer -> new Outbox(store, mailer, clock)).orElse(null);
    arm(Duration.ofMillis(1));
    return Future.succeededFuture();
  }

  @Override
  public Future<?> stop() {
    stopped = true;
    vertx.cancelTimer(timer);
    if (outbox != null) outbox.close();
    return Future.succeededFuture();
  }

  private void work() {
    var more = false;
    try {
      more = tell();
      if (outbox != null) more |= outbox.send();
    } catch (Throwable fault) {
      // Also what is not an exception: the pool reports its time-out as a bare Throwable.
      if (!stopped) LOG.warn("Notices wait until this works again: {}", fault.toString());
    }
    if (!stopped) arm(more ? Duration.ofMillis(1) : PAUSE);
  }

  private boolean tell() {
    // Not by the clock, which may be put back.
    if (System.nanoTime() - toldNanos < TELL_EVERY.toNanos()) return false;
    var more = false;
    for (var teller : tellers) more |= teller.tell();
    if (!more) toldNanos = System.nanoTime();
    return more;
  }

  private void arm(Duration pause) {
    timer = vertx.setTimer(pause.toMillis(), _ -> work());
  }
}
