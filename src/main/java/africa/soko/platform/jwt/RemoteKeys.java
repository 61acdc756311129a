package africa.soko.platform.jwt;

import static java.net.http.HttpResponse.BodyHandlers.ofString;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Fetches an identity provider's key set now and then, and when a token names a key that it does
/// not hold: that at most once a minute, whoever sends such tokens. A fetch that fails leaves the
/// keys as they are and is tried again soon.
public final class RemoteKeys {
  private static final Logger LOG = LoggerFactory.getLogger(RemoteKeys.class);
  private static final Pauses PAUSES =
      new Pauses(
          TimeUnit.MINUTES.toMillis(5),
          TimeUnit.SECONDS.toMillis(10),
          TimeUnit.MINUTES.toMillis(1));
  private static final int FETCH_MILLIS_MAX = 5_000;
  private static final int BODY_BYTES_MAX = 256 * 1024;
  private static final int OK = 200;

  private final Vertx vertx;
  private final String url;
  private final JwtVerifier verifier;
  private final Pauses pauses;

  private Future<?> lastForUnknown = Future.succeededFuture();
  private long lastForUnknownNanos;

  /// How long after a fetch the next one comes.
  ///
  /// @param unknownMillis between two for keys that are not known
  record Pauses(long refreshMillis, long retryMillis, long unknownMillis) {}

  public RemoteKeys(Vertx vertx, String url, JwtVerifier verifier) {
    this(vertx, url, verifier, PAUSES);
  }

  RemoteKeys(Vertx vertx, String url, JwtVerifier verifier, Pauses pauses) {
    this.vertx = vertx;
    this.url = url;
    this.verifier = verifier;
    this.pauses = pauses;
    lastForUnknownNanos = System.nanoTime() - nanos(pauses.unknownMillis);
    verifier.askForUnknown(this::fetchForUnknown);
  }

  /// Who comes while it runs waits for it; who comes later, and within the pause, has its outcome.
  private synchronized Future<?> fetchForUnknown() {
    long now = System.nanoTime();
    if (now - lastForUnknownNanos >= nanos(pauses.unknownMillis)) {
      lastForUnknownNanos = now;
      lastForUnknown = fetch();
    }
    return lastForUnknown;
  }

  private static long nanos(long millis) {
    return TimeUnit.MILLISECONDS.toNanos(millis);
  }

  /// Fetches the keys, and goes on doing so. The future tells of the first fetch alone.
  public Future<Void> start() {
    return fetch()
        .onComplete(
            done -> {
              if (done.failed())
                LOG.warn("Cannot fetch the key set from {}: {}", url, "" + done.cause());
              vertx.setTimer(
                  done.failed() ? pauses.retryMillis : pauses.refreshMillis, timer -> start());
            });
  }

  /// Not on an event loop, which would stand still while the JDK gets ready for its first TLS.
  private Future<Void> fetch() {
    return vertx
        .executeBlocking(this::ask, false)
        .map(
            jwks -> {
              verifier.use(jwks);
              return null;
            });
  }

  private String ask() throws Exception {
    try (var client = client()) {
      var asked = client.sendAsync(question(), BodyHandlers.limiting(ofString(), BODY_BYTES_MAX));
      try {
        var answer = asked.get(FETCH_MILLIS_MAX, TimeUnit.MILLISECONDS);
        if (answer.statusCode() != OK) {
          throw new IOException("The key set answers " + answer.statusCode());
        }
        return answer.body();
      } finally {
        // Whatever is still to come is not wanted.
        client.shutdownNow();
      }
    }
  }

  private static HttpClient client() {
    return HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  }

  private HttpRequest question() {
    return HttpRequest.newBuilder(URI.create(url)).build();
  }
}
