package africa.soko.access;

import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Writes down when keys were last used, some seconds late and never in the way of a request.
public final class KeyUseVerticle extends VerticleBase {
  private static final Logger LOG = LoggerFactory.getLogger(KeyUseVerticle.class);
  private static final Duration PERIOD = Duration.ofSeconds(10);

  private final KeyCache cache;
  private final CredentialStore credentials;
  private long timer;

  public KeyUseVerticle(KeyCache cache, CredentialStore credentials) {
    this.cache = cache;
    this.credentials = credentials;
  }

  @Override
  public Future<?> start() {
    rearm();
    return Future.succeededFuture();
  }

  @Override
  public Future<?> stop() {
    vertx.cancelTimer(timer);
    return Future.succeededFuture();
  }

  private void rearm() {
    timer = vertx.setTimer(PERIOD.toMillis(), _ -> write());
  }

  private void write() {
    var used = cache.takeUsed();
    if (used.isEmpty()) {
      rearm();
      return;
    }
    credentials
        .touch(used)
        .onComplete(
            done -> {
              if (done.failed()) LOG.debug("The use of keys was not written down", done.cause());
              rearm();
            });
  }
}
