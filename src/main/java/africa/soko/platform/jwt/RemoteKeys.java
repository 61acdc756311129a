package africa.soko.platform.jwt;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Fetches an identity provider's key set now and then. A fetch that fails leaves the keys as they
/// are and is tried again soon.
public final class RemoteKeys {
  private static final Logger LOG = LoggerFactory.getLogger(RemoteKeys.class);
  private static final long REFRESH_MILLIS = TimeUnit.MINUTES.toMillis(5);
  private static final long RETRY_MILLIS = TimeUnit.SECONDS.toMillis(10);
  private static final int FETCH_MILLIS_MAX = 5_000;
  private static final int OK = 200;

  private final Vertx vertx;
  private final HttpClient client;
  private final String url;
  private final JwtVerifier verifier;

  public RemoteKeys(Vertx vertx, String url, JwtVerifier verifier) {
    this.vertx = vertx;
    this.url = url;
    this.verifier = verifier;
    client = vertx.createHttpClient();
  }

  /// Fetches the keys, and goes on doing so. The future tells of the first fetch alone.
  public Future<Void> start() {
    return fetch()
        .onComplete(
            done -> {
              if (done.failed()) LOG.warn("Cannot fetch the key set from {}", url, done.cause());
              vertx.setTimer(done.failed() ? RETRY_MILLIS : REFRESH_MILLIS, timer -> start());
            });
  }

  private Future<Void> fetch() {
    var options =
        new RequestOptions()
            .setAbsoluteURI(url)
            .setMethod(HttpMethod.GET)
            .setTimeout(FETCH_MILLIS_MAX);
    return client
        .request(options)
        .compose(request -> request.send())
        .compose(RemoteKeys::body)
        .map(
            jwks -> {
              verifier.use(jwks);
              return null;
            });
  }

  private static Future<String> body(HttpClientResponse response) {
    if (response.statusCode() != OK) {
      return Future.failedFuture("The key set answers " + response.statusCode());
    }
    return response.body().map(body -> body.toString());
  }
}
