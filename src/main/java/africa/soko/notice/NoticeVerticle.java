package africa.soko.notice;

import africa.soko.edge.Lifecycle;
import africa.soko.platform.config.Config;
import africa.soko.platform.config.Setting;
import africa.soko.platform.id.Ids;
import africa.soko.platform.work.RepeatedWork;
import io.vertx.core.Future;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Tells partners what goes out of the interface, and sends notices as mails where a server is
/// configured. Any number of nodes run it side by side. It runs on a virtual thread.
public final class NoticeVerticle extends RepeatedWork {
  private static final Duration PAUSE = Duration.ofSeconds(5);
  private static final Duration TELL_EVERY = Duration.ofMinutes(10);

  private final NoticeStore store;
  private final List<Teller> tellers;
  private final Config config;
  private final InstantSource clock;
  private @Nullable Outbox outbox;
  private long toldNanos = System.nanoTime() - TELL_EVERY.toNanos();

  /// @param lifecycles what goes out of the interface
  /// @param more who else has something to tell
  public NoticeVerticle(
      List<Lifecycle> lifecycles,
      List<Teller> more,
      NoticeStore store,
      Config config,
      Ids ids,
      InstantSource clock) {
    super("Notices are told and sent", Duration.ZERO);
    this.store = store;
    this.config = config;
    this.clock = clock;
    var site = config.optional(Setting.PUBLIC_URL).orElse("");
    tellers = new ArrayList<>(more);
    tellers.add(new Departures(lifecycles, store, ids, clock, site));
  }

  @Override
  public Future<?> start() throws Exception {
    outbox = Mailer.of(vertx, config).map(mailer -> new Outbox(store, mailer, clock)).orElse(null);
    return super.start();
  }

  @Override
  public Future<?> stop() throws Exception {
    // Not after the work: it may hang on the server.
    if (outbox != null) outbox.close();
    return super.stop();
  }

  @Override
  protected Future<Duration> work() {
    var more = tell();
    if (outbox != null) more |= outbox.send();
    return Future.succeededFuture(more ? Duration.ZERO : PAUSE);
  }

  private boolean tell() {
    // Not by the clock, which may be put back.
    if (System.nanoTime() - toldNanos < TELL_EVERY.toNanos()) return false;
    var more = false;
    for (var teller : tellers) more |= teller.tell();
    if (!more) toldNanos = System.nanoTime();
    return more;
  }
}
