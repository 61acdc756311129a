package africa.soko.edge.server;

import africa.soko.edge.Answer;
import africa.soko.edge.Edge;
import africa.soko.edge.ErrorCode;
import africa.soko.edge.Refused;
import io.vertx.core.AbstractVerticle;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.Router;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// One event loop of the public port. Requests below `/api/` and `/dev/` go straight to the edge;
/// the rest are files, and whatever else the application puts beside them.
public final class HttpVerticle extends AbstractVerticle {
  // All event loops of the process share the port that the first of them was given; 0 would give
  // each its own.
  private static final int ONE_FREE_PORT = -1;
  private static final String API = "/api/";
  private static final String DEVELOPMENT = "/dev/";
  private static final int HEADERS_MAX = 64;
  private static final int IDLE_SECONDS = 90;
  private static final int LINE_BYTES_MAX = 8 * 1024;
  private static final int HEADER_BYTES_MAX = 16 * 1024;

  private final HttpSettings settings;
  private final Function<Vertx, Edge> edges;
  private final Assets assets;
  private final Consumer<Router> beside;
  private final Cors cors;
  private @Nullable HttpServer server;
  private @Nullable Edge edge;

  /// @param edges makes the edge of this event loop, on it
  /// @param beside adds routes that are neither operations nor files
  public HttpVerticle(
      HttpSettings settings, Function<Vertx, Edge> edges, Assets assets, Consumer<Router> beside) {
    this.settings = settings;
    this.edges = edges;
    this.assets = assets;
    this.beside = beside;
    cors = new Cors(settings.corsOrigins());
  }

  @Override
  public void start(Promise<Void> started) {
    var api = edges.apply(vertx);
    edge = api;
    var connections = new Connections(vertx);
    var router = router();
    server =
        vertx
            .createHttpServer(options())
            .connectionHandler(connections::opened)
            .invalidRequestHandler(HttpVerticle::refuseUnreadable)
            .requestHandler(
                request -> {
                  connections.begins(request);
                  if (request.headers().size() > HEADERS_MAX) {
                    refuseUnreadable(request);
                  } else if (!cors.answers(request)) {
                    var path = request.path();
                    if (path != null && isOperation(path)) api.serve(request);
                    else router.handle(request);
                  }
                });
    server.listen().<Void>mapEmpty().onComplete(started);
  }

  private static boolean isOperation(String path) {
    return path.startsWith(API) || path.startsWith(DEVELOPMENT);
  }

  /// The port in use, which differs from the settings where those say 0.
  public int actualPort() {
    return Objects.requireNonNull(server, "not started").actualPort();
  }

  @Override
  public void stop(Promise<Void> stopped) {
    if (edge != null) edge.close();
    if (server == null) stopped.complete();
    else server.shutdown(settings.drain().toMillis(), TimeUnit.MILLISECONDS).onComplete(stopped);
  }

  private HttpServerOptions options() {
    return new HttpServerOptions()
        .setHost(settings.host())
        .setPort(settings.port() == 0 ? ONE_FREE_PORT : settings.port())
        .setIdleTimeout(IDLE_SECONDS)
        .setMaxInitialLineLength(LINE_BYTES_MAX)
        .setMaxHeaderSize(HEADER_BYTES_MAX)
        .setHttp2ClearTextEnabled(false)
        .setCompressionSupported(false)
        .setDecompressionSupported(false);
  }

  private Router router() {
    var router = Router.router(vertx);
    beside.accept(router);
    router
        .route()
        .method(HttpMethod.GET)
        .method(HttpMethod.HEAD)
        .handler(
            context -> {
              if (!assets.answers(context.request())) context.next();
            });
    router
        .route()
        .handler(
            context ->
                refuse(
                    context.request(),
                    Refused.of(ErrorCode.NOT_FOUND, "Nothing is served under this path"),
                    false));
    router.errorHandler(
        500,
        context ->
            refuse(
                context.request(),
                Refused.of(ErrorCode.INTERNAL_ERROR, "An unexpected failure"),
                false));
    return router;
  }

  /// What is no HTTP, or too much of it: told once, then the connection ends.
  private static void refuseUnreadable(HttpServerRequest request) {
    refuse(
        request,
        Refused.of(ErrorCode.VALIDATION_ERROR, "The request cannot be read as HTTP"),
        true);
  }

  private static void refuse(HttpServerRequest request, Refused refused, boolean closes) {
    var response = request.response();
    var answer = Answer.refusal(refused, "req_unnamed");
    if (closes) response.putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
    response
        .setStatusCode(answer.status())
        .putHeader(HttpHeaders.CONTENT_TYPE, "application/json")
        .end(answer.body());
  }
}
