package africa.soko.access;

import africa.soko.platform.work.RepeatedWork;
import io.vertx.core.Future;
import java.time.Duration;

/// Writes down when keys were last used, some seconds late and never in the way of a request.
public final class KeyUseVerticle extends RepeatedWork {
  private static final Duration PERIOD = Duration.ofSeconds(10);

  private final KeyCache cache;
  private final CredentialStore credentials;

  public KeyUseVerticle(KeyCache cache, CredentialStore credentials) {
    super("The use of keys is written down", PERIOD);
    this.cache = cache;
    this.credentials = credentials;
  }

  @Override
  protected Future<Duration> work() {
    var used = cache.takeUsed();
    if (used.isEmpty()) return Future.succeededFuture(PERIOD);
    return credentials.touch(used).map(_ -> PERIOD);
  }
}
