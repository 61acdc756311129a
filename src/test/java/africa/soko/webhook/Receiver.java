package africa.soko.webhook;

import io.vertx.core.Handler;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/// A partner's endpoint on a loopback port: it remembers what it gets, and answers as it is told.
final class Receiver {
  private final Queue<Received> received = new ConcurrentLinkedQueue<>();
  private final int port;
  private volatile Handler<HttpServerRequest> answer = request -> request.response().end("ok");

  record Received(String path, MultiMap headers, Buffer body) {}

  Receiver(Vertx vertx) {
    port =
        vertx
            .createHttpServer()
            .requestHandler(this::receive)
            .listen(0, "127.0.0.1")
            .await()
            .actualPort();
  }

  String url(String path) {
    return "http://127.0.0.1:" + port + path;
  }

  int port() {
    return port;
  }

  void answers(Handler<HttpServerRequest> handler) {
    answer = handler;
  }

  void answers(int status) {
    answer = request -> request.response().setStatusCode(status).end();
  }

  List<Received> received() {
    return new ArrayList<>(received);
  }

  /// What has come since the last call.
  List<Received> take() {
    var taken = new ArrayList<Received>();
    for (var one = received.poll(); one != null; one = received.poll()) taken.add(one);
    return taken;
  }

  private void receive(HttpServerRequest request) {
    request
        .body()
        .onSuccess(
            body -> {
              received.add(new Received(request.path(), request.headers(), body));
              answer.handle(request);
            });
  }
}
