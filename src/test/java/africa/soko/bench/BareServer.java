package africa.soko.bench;

import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerOptions;
import java.nio.file.Files;
import java.nio.file.Path;

/// A server that does nothing but send the same bytes: the same body and the same headers, on as
/// many event loops as the service has. Arguments: port, file of headers, file of the body.
final class BareServer extends VerticleBase {
  private record Header(CharSequence name, CharSequence value) {}

  private final int port;
  private final Header[] headers;
  private final Buffer body;

  private BareServer(int port, Header[] headers, Buffer body) {
    this.port = port;
    this.headers = headers;
    this.body = body;
  }

  public static void main(String[] args) throws Exception {
    var headers =
        Files.readAllLines(Path.of(args[1])).stream()
            .map(line -> line.split(": ", 2))
            .map(
                h ->
                    new Header(
                        HttpHeaders.createOptimized(h[0]), HttpHeaders.createOptimized(h[1])))
            .toArray(Header[]::new);
    var body = Buffer.buffer(Files.readAllBytes(Path.of(args[2])));
    var vertx = Vertx.vertx(new VertxOptions().setPreferNativeTransport(true));
    vertx
        .deployVerticle(
            () -> new BareServer(Integer.parseInt(args[0]), headers, body),
            new DeploymentOptions().setInstances(Runtime.getRuntime().availableProcessors()))
        .await();
    System.out.println("listening");
  }

  @Override
  public Future<?> start() {
    return vertx
        .createHttpServer(
            new HttpServerOptions()
                .setHost("127.0.0.1")
                .setPort(port)
                .setIdleTimeout(90)
                .setHttp2ClearTextEnabled(false)
                .setCompressionSupported(false))
        .requestHandler(
            request -> {
              var response = request.response();
              MultiMap out = response.headers();
              for (var header : headers) out.set(header.name, header.value);
              response.end(body);
            })
        .listen();
  }
}
