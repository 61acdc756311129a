package africa.soko.edge.server;

import africa.soko.edge.Answer;
import africa.soko.edge.ErrorCode;
import africa.soko.edge.Refused;
import africa.soko.edge.RequestIds;
import africa.soko.platform.json.Json;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The management port: whether the process lives, whether it can serve, and its metrics. It is for
/// operators alone and listens on the loopback address by default.
public final class Management {
  private static final Logger LOG = LoggerFactory.getLogger(Management.class);
  private static final int IDLE_SECONDS = 30;
  private static final long CHECK_MILLIS = 2_000;

  /// One thing that the service cannot do without.
  ///
  /// @param passes completes if it is there; a failure, or no answer within 2 s, says that it is
  ///   away
  public record Check(String name, Supplier<Future<?>> passes) {}

  private record Outcome(String name, boolean ready) {}

  private record Readiness(boolean ready, List<Outcome> checks) {}

  private final RequestIds requestIds = new RequestIds();
  private final Vertx vertx;
  private final List<Check> checks;
  private final PrometheusMeterRegistry registry;

  public Management(Vertx vertx, List<Check> checks, PrometheusMeterRegistry registry) {
    this.vertx = vertx;
    this.checks = List.copyOf(checks);
    this.registry = registry;
  }

  /// @param beside adds the operator's routes
  public Future<HttpServer> listen(String host, int port, Consumer<Router> beside) {
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
    beside.accept(router);
    refuse(router, 400, Refused.of(ErrorCode.VALIDATION_ERROR, "The request cannot be read"));
    refuse(router, 404, Refused.of(ErrorCode.NOT_FOUND, "Nothing is served under this path"));
    refuse(router, 405, Refused.of(ErrorCode.METHOD_NOT_ALLOWED, "This path takes another method"));
    refuse(router, 500, Refused.of(ErrorCode.INTERNAL_ERROR, "An unexpected failure"));
    var options =
        new HttpServerOptions()
            .setHost(host)
            .setPort(port)
            .setIdleTimeout(IDLE_SECONDS)
            .setHttp2ClearTextEnabled(false)
            .setPerFrameWebSocketCompressionSupported(false)
            .setPerMessageWebSocketCompressionSupported(false);
    return vertx.createHttpServer(options).requestHandler(router).listen();
  }

  private void refuse(Router router, int status, Refused refused) {
    router.errorHandler(
        status,
        context -> {
          if (context.failure() != null) LOG.error("A request failed", context.failure());
          var answer = Answer.refusal(refused, requestIds.of(context.request()));
          var response = context.response().setStatusCode(status);
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
