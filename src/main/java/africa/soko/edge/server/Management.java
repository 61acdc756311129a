package africa.soko.edge.server;

import africa.soko.edge.Answer;
import africa.soko.edge.ErrorCode;
import africa.soko.edge.Operation;
import africa.soko.edge.Refused;
import africa.soko.edge.request.Edge;
import africa.soko.edge.request.RequestIds;
import africa.soko.platform.json.Json;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The management port: whether the process lives, whether it can serve, its metrics, and the
/// operators' operations, which go straight to an edge. It is for operators alone and listens on
/// the loopback address by default.
public final class Management extends VerticleBase {
  private static final Logger LOG = LoggerFactory.getLogger(Management.class);
  private static final int IDLE_SECONDS = 30;
  private static final long CHECK_MILLIS = 2_000;
  private static final Refused ENDED =
      Refused.of(ErrorCode.SERVICE_UNAVAILABLE, "This node is stopping; nothing was processed");

  /// One thing that the service cannot do without.
  ///
  /// @param passes completes if it is there; a failure, or no answer within 2 s, says that it is
  ///   away
  public record Check(String name, Supplier<Future<?>> passes) {}

  private record Outcome(String name, boolean ready) {}

  private record Readiness(boolean ready, List<Outcome> checks) {}

  private final RequestIds requestIds;
  private final String host;
  private final int port;
  private final List<Check> checks;
  private final PrometheusMeterRegistry registry;
  private final Assets pages;
  private final Function<Vertx, Edge> edges;
  private volatile boolean isEnding;
  private @Nullable HttpServer server;

  /// @param port 0 for a free one
  /// @param pages what is served beside, by their paths
  /// @param site where partners reach the service, or nothing
  /// @param edges makes the edge of the operators' operations, on its event loop
  public Management(
      String host,
      int port,
      List<Check> checks,
      PrometheusMeterRegistry registry,
      Assets pages,
      String site,
      Function<Vertx, Edge> edges) {
    requestIds = new RequestIds(site);
    this.host = host;
    this.port = port;
    this.checks = List.copyOf(checks);
    this.registry = registry;
    this.pages = pages;
    this.edges = edges;
  }

  @Override
  public Future<?> start() {
    var edge = edges.apply(vertx);
    var router = router();
    var options =
        new HttpServerOptions()
            .setHost(host)
            .setPort(port)
            .setIdleTimeout(IDLE_SECONDS)
            .setHttp2ClearTextEnabled(false)
            .setPerFrameWebSocketCompressionSupported(false)
            .setPerMessageWebSocketCompressionSupported(false);
    return vertx
        .createHttpServer(options)
        .connectionHandler(OtherVersions::refuseOn)
        .invalidRequestHandler(
            request -> {
              request.response().putHeader(HttpHeaders.DATE, edge.date());
              edge.refuse(request, Protocol.unreadable(), true);
            })
        .requestHandler(
            request -> {
              request.response().putHeader(HttpHeaders.DATE, edge.date());
              var refused = Protocol.refusal(request);
              if (refused != null) edge.refuse(request, refused, true);
              else if (!isOperation(request)) router.handle(request);
              else if (isEnding) edge.refuse(request, ENDED, false);
              else edge.serve(request);
            })
        .listen()
        .onSuccess(listening -> server = listening);
  }

  /// The port in use.
  public int actualPort() {
    return Objects.requireNonNull(server, "not started").actualPort();
  }

  /// From now on operators' requests are refused, while health is still told. May be called from
  /// any thread.
  public void endOperations() {
    isEnding = true;
  }

  private static boolean isOperation(HttpServerRequest request) {
    var path = request.path();
    return path != null && path.startsWith(Operation.OPERATOR_BASE + "/");
  }

  private Router router() {
    var router = Router.router(vertx);
    router.get("/livez").handler(context -> answer(context, 200, new Outcome("live", true)));
    router.get("/readyz").handler(this::readiness);
    router
        .get("/metrics")
        .handler(
            context ->
                context
                    .response()
                    .putHeader(HttpHeaders.CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")
                    .end(registry.scrape()));
    pages.each((path, page) -> router.get(path).handler(context -> page.answer(context.request())));
    refuse(router, 400, Refused.of(ErrorCode.VALIDATION_ERROR, "The request cannot be read"));
    refuse(router, 404, Refused.of(ErrorCode.NOT_FOUND, "Nothing is served under this path"));
    refuse(router, 405, Refused.of(ErrorCode.METHOD_NOT_ALLOWED, "This path takes another method"));
    refuse(router, 500, Refused.of(ErrorCode.INTERNAL_ERROR, "An unexpected failure"));
    return router;
  }

  private void refuse(Router router, int status, Refused refused) {
    router.errorHandler(
        status,
        context -> {
          if (context.failure() != null) LOG.error("A request failed", context.failure());
          var name = requestIds.of(context.request());
          var answer = Answer.refusal(refused, name);
          var response = context.response().setStatusCode(status);
          response.putHeader("X-Request-Id", name.id());
          if (status == 405) response.putHeader(HttpHeaders.ALLOW, allowed(router, context));
          response.putHeader(HttpHeaders.CONTENT_TYPE, "application/json").end(answer.body());
        });
  }

  /// The methods of the routes that have this very path.
  private static String allowed(Router router, RoutingContext context) {
    return router.getRoutes().stream()
        .filter(route -> context.normalizedPath().equals(route.getPath()))
        .flatMap(route -> route.methods().stream())
        .map(HttpMethod::name)
        .sorted()
        .collect(Collectors.joining(", "));
  }

  private void readiness(RoutingContext context) {
    var outcomes = new ArrayList<Future<Outcome>>();
    for (var check : checks) {
      outcomes.add(
          ask(check)
              .map(passed -> new Outcome(check.name(), true))
              .otherwise(fault -> new Outcome(check.name(), false)));
    }
    Future.all(outcomes)
        .onSuccess(
            all -> {
              List<Outcome> list = all.list();
              boolean ready = list.stream().allMatch(Outcome::ready);
              answer(context, ready ? 200 : 503, new Readiness(ready, list));
            });
  }

  private static Future<Object> ask(Check check) {
    try {
      return check.passes().get().<Object>map(x -> "").timeout(CHECK_MILLIS, TimeUnit.MILLISECONDS);
    } catch (RuntimeException e) {
      return Future.failedFuture(e);
    }
  }

  private static void answer(RoutingContext context, int status, Object body) {
    context
        .response()
        .setStatusCode(status)
        .putHeader(HttpHeaders.CONTENT_TYPE, "application/json")
        .end(Json.encode(body));
  }
}
