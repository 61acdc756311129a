package africa.soko.edge.server;

import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.time.Duration;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Looks from time to time whether the files of a certificate have changed, and has the server show
/// what is in them by then. What cannot be read, or is none, leaves the one before.
public final class TlsWatch extends VerticleBase {
  private static final Logger LOG = LoggerFactory.getLogger(TlsWatch.class);

  private final Tls.Source source;
  private final Duration pause;
  private final Function<Tls, Future<?>> show;
  private Tls shown;
  private long timer;

  /// @param shown what the server shows so far
  /// @param show has it show another, for connections to come
  public TlsWatch(Tls.Source source, Duration pause, Tls shown, Function<Tls, Future<?>> show) {
    this.source = source;
    this.pause = pause;
    this.shown = shown;
    this.show = show;
  }

  @Override
  public Future<?> start() {
    arm();
    return Future.succeededFuture();
  }

  @Override
  public Future<?> stop() {
    vertx.cancelTimer(timer);
    return Future.succeededFuture();
  }

  private void arm() {
    timer = vertx.setTimer(pause.toMillis(), _ -> look());
  }

  private void look() {
    vertx
        .executeBlocking(source::read)
        .compose(read -> read.equals(shown) ? Future.succeededFuture() : change(read))
        .onFailure(fault -> LOG.warn("The certificate stays as it was: {}", fault.toString()))
        .onComplete(_ -> arm());
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
