package africa.soko.testing;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import java.net.URI;
import java.net.http.HttpHeaders;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/// Sends what a proper client would not: targets that are no URI, headers of any size.
public final class RawHttp implements AutoCloseable {
  private final Vertx vertx = Vertx.vertx();
  private final HttpClient client = vertx.createHttpClient();

  /// @param target path and query below the base of `api`, as it is to be sent
  public Reply send(
      Api api, String method, String target, Map<String, String> headers, byte[] body) {
    var base = URI.create(api.url());
    var options =
        new RequestOptions()
            .setMethod(HttpMethod.valueOf(method))
            .setHost(base.getHost())
            .setPort(base.getPort())
            .setURI(base.getPath() + target);
    var all = new TreeMap<String, String>(String.CASE_INSENSITIVE_ORDER);
    if (api.credential() != null) all.put("Authorization", "Bearer " + api.credential());
    if (!method.equals("GET")) all.put("Idempotency-Key", UUID.randomUUID().toString());
    all.putAll(headers);
    all.forEach(options::putHeader);
    var done = new CompletableFuture<Reply>();
    // On an event loop, so that no part of the answer comes before somebody waits for it.
    vertx.runOnContext(
        _ ->
            client
                .request(options)
                .compose(
                    request ->
                        body.length == 0 ? request.send() : request.send(Buffer.buffer(body)))
                .compose(RawHttp::whole)
                .onComplete(done::complete, done::completeExceptionally));
    try {
      return done.get(30, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new AssertionError("%s %s %s".formatted(method, target, headers), e);
    }
  }

  @Override
  public void close() {
    vertx.close().await();
  }

  /// A stream that was opened never ends by itself: its head is the answer.
  private static Future<Reply> whole(HttpClientResponse response) {
    var type = response.getHeader("Content-Type");
    if (type == null || !type.startsWith("text/event-stream")) {
      return response.body().map(content -> reply(response, content));
    }
    response.request().reset();
    return Future.succeededFuture(reply(response, Buffer.buffer()));
  }

  private static Reply reply(HttpClientResponse response, Buffer content) {
    var headers = new TreeMap<String, List<String>>(String.CASE_INSENSITIVE_ORDER);
    response.headers().names().forEach(name -> headers.put(name, response.headers().getAll(name)));
    return new Reply(
        response.statusCode(), HttpHeaders.of(headers, (_, _) -> true), content.toString());
  }
}
