package africa.soko.edge.server;

import africa.soko.platform.work.RepeatedWork;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Looks from time to time whether the files of a certificate have changed, and has the server show
/// what is in them by then. What cannot be read, or is none, leaves the one before.
public final class TlsWatch extends RepeatedWork {
  private static final Logger LOG = LoggerFactory.getLogger(TlsWatch.class);

  private final Tls.Source source;
  private final Duration pause;
  private final Function<Tls, Future<?>> show;
  private Tls shown;

  /// @param shown what the server shows so far
  /// @param show has it show another, for connections to come
  public TlsWatch(Tls.Source source, Duration pause, Tls shown, Function<Tls, Future<?>> show) {
    super("A new certificate is looked for", pause);
    this.source = source;
    this.pause = pause;
    this.shown = shown;
    this.show = show;
  }

  @Override
  protected Future<Duration> work() {
    return vertx
        .executeBlocking(source::read)
        .map(Objects::requireNonNull)
        .compose(read -> read.equals(shown) ? Future.succeededFuture() : change(read))
        .map(_ -> pause);
  }

  private Future<?> change(Tls read) {
    return show.apply(read)
        .onSuccess(
            _ -> {
              shown = read;
              LOG.info("The certificate was read anew");
            });
  }
}
