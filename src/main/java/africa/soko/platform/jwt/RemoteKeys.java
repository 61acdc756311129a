package africa.soko.platform.jwt;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
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
  private static final Pauses PAUSES =
      new Pauses(TimeUnit.MINUTES.toMillis(5), TimeUnit.SECONDS.toMillis(10));
  private static final int FETCH_MILLIS_MAX = 5_000;
  private static final int BODY_BYTES_MAX = 256 * 1024;
  private static final int OK = 200;

  private final Vertx vertx;
  private final HttpClient client;
  private final String url;
  private final JwtVerifier verifier;
  private final Pauses pauses;

  /// How long after a fetch the next one comes.
  record Pauses(long refreshMillis, long retryMillis) {}

  public RemoteKeys(Vertx vertx, String url, JwtVerifier verifier) {
    this(vertx, url, verifier, PAUSES);
  }

  RemoteKeys(Vertx vertx, String url, JwtVerifier verifier, Pauses pauses) {
    this.vertx = vertx;
    this.url = url;
    this.verifier = verifier;
    this.pauses = pauses;
    client = vertx.createHttpClient();
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

  private Future<Void> fetch() {
    var options =
        new RequestOptions()
            .setAbsoluteURI(url)
            .setMethod(HttpMethod.GET)
            .setTimeout(FETCH_MILLIS_MAX);
    return client
        .request(options)
        .compose(
            request ->
                request
                    .send()
                    .compose(RemoteKeys::body)
                    .timeout(FETCH_MILLIS_MAX, TimeUnit.MILLISECONDS)
                    // Whatever is still to come is not wanted.
                    .onFailure(_ -> request.reset()))
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
    var body = Buffer.buffer();
    var read = Promise.<String>promise();
    response.handler(
        part -> {
          if (body.length() + part.length() <= BODY_BYTES_MAX) body.appendBuffer(part);
          else read.tryFail("The key set has more than " + BODY_BYTES_MAX + " bytes");
        });
    response.exceptionHandler(read::tryFail);
    response.end().onComplete(_ -> read.tryComplete(body.toString()), read::tryFail);
    return read.future();
  }
}
