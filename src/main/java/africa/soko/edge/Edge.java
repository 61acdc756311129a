package africa.soko.edge;

import africa.soko.edge.Authentication.Shown;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The way of a request: request id, maintenance, route, credential, rate limit, policy, scope,
/// idempotency, shape, handler. One edge belongs to one event loop.
///
/// A step that is done at once is carried on from at once; only what has to wait waits.
public final class Edge {
  private static final long CLOSE_MILLIS = 1_000;
  private static final Buffer NO_BODY = Buffer.buffer();

  /// How long a request may wait.
  ///
  /// @param body for the rest of its body
  /// @param handler for anything that the service itself has to do
  public record Deadlines(Duration body, Duration handler) {
    public static final Deadlines DEFAULT =
        new Deadlines(Duration.ofSeconds(10), Duration.ofSeconds(15));
  }

  /// What the steps are made of.
  public record Steps(
      Routes routes,
      Supplier<Maintenance> maintenance,
      Authentication authentication,
      RateLimit rateLimit,
      Policy policy,
      Turns turns,
      EdgeMetrics metrics,
      Deadlines deadlines,
      InstantSource clock) {}

  private final Vertx vertx;
  private final Steps steps;
  private final RequestIds requestIds = new RequestIds();
  private final InFlight inFlight;

  public Edge(Vertx vertx, Steps steps) {
    this.vertx = vertx;
    this.steps = steps;
    inFlight = new InFlight(vertx, this::expire);
  }

  /// Answers one request.
  public void serve(HttpServerRequest request) {
    var exchange = exchange(request);
    if (exchange.hasBody()) {
      request.exceptionHandler(fault -> broken(exchange));
      request.pause();
    }
    inFlight.add(exchange);
    guard(exchange, () -> route(exchange));
  }

  /// What is told of a path that leads nowhere.
  public static Refused nothing() {
    return Refused.of(
        ErrorCode.NOT_FOUND,
        "Nothing is served under this path; operations are under %s and %s",
        Environment.SANDBOX.base(),
        Environment.LIVE.base());
  }

  /// Refuses a request that is none of an operation.
  ///
  /// @param closes whether the connection ends with it
  public void refuse(HttpServerRequest request, Refused refused, boolean closes) {
    var exchange = exchange(request);
    if (closes) exchange.makeLast();
    refuse(exchange, refused);
  }

  /// Refuses a method that a page does not have.
  ///
  /// @param allow those that it has, as the header says them
  public void refuseMethod(HttpServerRequest request, String allow) {
    var exchange = exchange(request);
    finish(exchange, wrongMethod(exchange, new Routes.WrongMethod(allow)));
  }

  /// Answers a request that is none of an operation, and that could not be served for a fault.
  public void fail(HttpServerRequest request, Throwable fault) {
    fail(exchange(request), fault);
  }

  private Exchange exchange(HttpServerRequest request) {
    return new Exchange(request, requestIds.of(request), System.nanoTime());
  }

  /// The body is no HTTP, or cut off by its sender, who then hears nothing of it. Vert.x ends the
  /// connection after this and drops what is not flushed by then; to close it here flushes it.
  private void broken(Exchange exchange) {
    exchange.makeLast();
    refuse(exchange, Refused.of(ErrorCode.VALIDATION_ERROR, "The body cannot be read"));
    exchange.request().connection().close();
  }

  /// Ends the connection after its last answer. What the client still sends is read and dropped for
  /// a while: to close on bytes that nobody read resets the connection, and the answer is lost.
  private void end(HttpConnection connection) {
    connection.shutdown(CLOSE_MILLIS, TimeUnit.MILLISECONDS);
    vertx.setTimer(CLOSE_MILLIS, late -> Cut.off(connection));
  }

  private void route(Exchange exchange) {
    var request = exchange.request();
    var maintenance = steps.maintenance().get();
    var closed = maintenance.refusal(request.method(), exchange.path());
    if (closed != null) {
      refuse(exchange, closed);
      return;
    }
    switch (steps.routes().find(request.method(), exchange.path())) {
      case Routes.Found found -> {
        exchange.found(found);
        identify(exchange, found.route());
      }
      case Routes.UnknownPath _ ->
          nowhere(exchange, Answer.refusal(nothing(), exchange.requestId()));
      case Routes.WrongMethod wrong -> nowhere(exchange, wrongMethod(exchange, wrong));
    }
  }

  /// A path that leads nowhere counts as a request of whoever shows a key, and a data key is told
  /// no more than that it may not (SPEC "Data keys").
  private void nowhere(Exchange exchange, Answer answer) {
    var headers = exchange.request().headers();
    var environment = Environment.ofBase(exchange.path());
    switch (steps.authentication().shown(headers)) {
      case NOTHING -> finish(exchange, answer);
      case ID_TOKEN ->
          identity(exchange, Environment.ofPath(exchange.path()), () -> finish(exchange, answer));
      case KEY, DATA_KEY ->
          caller(
              exchange,
              environment,
              caller -> {
                if (caller.type() == Caller.CredentialType.DATA) refuse(exchange, Scopes.dataKey());
                else finish(exchange, answer);
              });
    }
  }

  private void identify(Exchange exchange, Route route) {
    var environment = route.environment();
    switch (route.operation().auth()) {
      case KEY, KEY_OR_DATA ->
          caller(exchange, environment, caller -> permit(exchange, route, caller));
      case ID_TOKEN -> {
        // A data key is told what it may not, whatever else would be asked for.
        if (steps.authentication().shown(exchange.request().headers()) == Shown.DATA_KEY) {
          caller(exchange, environment, caller -> permit(exchange, route, caller));
        } else {
          identity(exchange, environment, () -> permit(exchange, route, null));
        }
      }
      case NONE -> permit(exchange, route, null);
    }
  }

  /// @param environment where the key must be at home; null for any
  private void caller(Exchange exchange, @Nullable Environment environment, Consumer<Caller> next) {
    then(
        exchange,
        steps.authentication().caller(exchange.request().headers(), environment),
        caller -> {
          exchange.caller(caller);
          limit(exchange, steps.rateLimit().take(caller), () -> next.accept(caller));
        });
  }

  private void identity(Exchange exchange, Environment environment, Runnable next) {
    then(
        exchange,
        steps.authentication().identity(exchange.request().headers()),
        identity -> {
          exchange.identity(identity);
          limit(exchange, steps.rateLimit().take(identity, environment), next);
        });
  }

  private void limit(Exchange exchange, Future<RateLimit.Admission> step, Runnable next) {
    then(
        exchange,
        step,
        admission -> {
          exchange.admission(admission);
          if (admission.granted()) {
            next.run();
            return;
          }
          steps.metrics().limited();
          refuse(
              exchange,
              Refused.of(
                      ErrorCode.RATE_LIMITED, "More than %d requests a minute", admission.limit())
                  .retryAfter(admission.retryAfterSeconds()));
        });
  }

  private void permit(Exchange exchange, Route route, @Nullable Caller caller) {
    var request = exchange.request();
    var operation = route.operation();
    var refused = caller == null ? null : steps.policy().check(caller, operation, request);
    if (refused == null && caller != null) refused = Scopes.refusal(caller, operation);
    if (refused == null && operation.needsIdempotencyKey()) {
      refused = IdempotencyKeys.refusal(request);
    }
    if (refused == null) refused = Negotiation.refusal(request, operation);
    if (refused != null) {
      refuse(exchange, refused);
    } else if (exchange.hasBody()) {
      exchange.enter(Exchange.Phase.BODY, System.nanoTime());
      then(exchange, BodyReader.read(request), body -> accept(exchange, route, body));
    } else {
      takeTurn(exchange, route, NO_BODY);
    }
  }

  private void accept(Exchange exchange, Route route, Buffer body) {
    exchange.enter(Exchange.Phase.ADMISSION, System.nanoTime());
    if (route.operation().takesBody() || BodyReader.saysNothing(body)) {
      takeTurn(exchange, route, body);
    } else {
      refuse(exchange, Refused.of(ErrorCode.VALIDATION_ERROR, "This operation takes no body"));
    }
  }

  private void takeTurn(Exchange exchange, Route route, Buffer body) {
    if (!route.operation().needsIdempotencyKey()) {
      handle(exchange, route, body, null);
      return;
    }
    var idempotency = IdempotencyKeys.of(exchange.request(), body);
    // Kept before anything else, so that it is given back even if the caller was answered by then.
    var turn = steps.turns().enter(owner(exchange, route), idempotency).onSuccess(exchange::turn);
    then(
        exchange,
        turn,
        own -> {
          var answered = own.answered();
          if (answered == null) handle(exchange, route, body, idempotency);
          else finish(exchange, answered);
        });
  }

  private static String owner(Exchange exchange, Route route) {
    var caller = exchange.caller();
    var identity = exchange.identity();
    var name = caller != null ? caller.partnerId() : identity != null ? identity.subject() : "";
    return route.environment().schema() + ":" + name;
  }

  private void handle(
      Exchange exchange, Route route, Buffer body, @Nullable Idempotency idempotency) {
    var parts =
        new Call.Parts(
            exchange.request(),
            exchange.requestId(),
            route,
            exchange.parameters(),
            exchange.caller(),
            exchange.identity(),
            idempotency,
            body,
            steps.clock().instant());
    var call = new Call(parts, exchange::begin, refused -> refuse(exchange, refused));
    exchange.enter(Exchange.Phase.HANDLER, System.nanoTime());
    // Nothing tells when a change without a key begins.
    if (idempotency == null) exchange.begin();
    switch (route.handler()) {
      case Handler.Hot hot -> finish(exchange, hot.answer().apply(call));
      case Handler.Read read -> then(exchange, read.answer().apply(call), a -> finish(exchange, a));
      case Handler.Change change ->
          then(exchange, change.answer().apply(call), a -> finish(exchange, a));
      case Handler.Stream stream -> {
        exchange.enter(Exchange.Phase.STREAM, System.nanoTime());
        inFlight.remove(exchange);
        Responses.head(exchange, exchange.request().response());
        stream.open().accept(call);
      }
    }
  }

  private <T> void then(Exchange exchange, Future<T> step, Consumer<T> next) {
    if (step.succeeded()) {
      next.accept(step.result());
      return;
    }
    step.onComplete(
        value -> guard(exchange, () -> next.accept(value)), fault -> fail(exchange, fault));
  }

  /// Runs a step unless the request has ended meanwhile.
  private void guard(Exchange exchange, Runnable step) {
    if (exchange.isAnswered()) {
      release(exchange, null);
      return;
    }
    try {
      step.run();
    } catch (RuntimeException | Error fault) {
      fail(exchange, fault);
    }
  }

  private void fail(Exchange exchange, Throwable fault) {
    var refused = Faults.refusal(fault, exchange.mayHaveChanged());
    if (refused.code() == ErrorCode.INTERNAL_ERROR) AccessLog.fault(exchange, fault);
    refuse(exchange, refused);
  }

  private void refuse(Exchange exchange, Refused refused) {
    finish(exchange, Answer.refusal(refused, exchange.requestId()));
  }

  /// The one place where a request ends.
  private void finish(Exchange exchange, Answer answer) {
    release(exchange, answer);
    if (!exchange.claimAnswer()) return;
    inFlight.remove(exchange);
    boolean bare = answer.status() == 503 && !answer.has(Headers.RETRY_AFTER);
    var whole = bare ? answer.with("Retry-After", "1") : answer;
    if (exchange.isLast()) {
      Responses.writeLast(exchange, whole);
      end(exchange.request().connection());
    } else {
      Responses.write(exchange, whole);
    }
    // What is left of a body that nobody wants: read past it, so that the connection goes on.
    if (exchange.hasBody()) exchange.request().resume();
    long nanos = System.nanoTime() - exchange.startNanos();
    steps.metrics().answered(exchange.route(), answer.status(), nanos);
    if (answer.replayed()) steps.metrics().replayed();
    AccessLog.answered(exchange, answer.status(), nanos);
  }

  private static void release(Exchange exchange, @Nullable Answer answer) {
    var turn = exchange.giveUpTurn();
    if (turn != null) turn.end(answer);
  }

  private void expire(Exchange exchange) {
    long waited = System.nanoTime() - exchange.phaseNanos();
    switch (exchange.phase()) {
      case BODY -> {
        if (waited > steps.deadlines().body().toNanos()) {
          refuse(
              exchange, Refused.of(ErrorCode.VALIDATION_ERROR, "The body did not arrive in time"));
        }
      }
      case ADMISSION, HANDLER -> {
        if (waited > steps.deadlines().handler().toNanos()) {
          // What its handler still waits for may come, and be followed by the change.
          exchange.begin();
          fail(exchange, new SlowAnswer());
        }
      }
      case STREAM -> {}
    }
  }

  private static Answer wrongMethod(Exchange exchange, Routes.WrongMethod wrong) {
    var refused = Refused.of(ErrorCode.METHOD_NOT_ALLOWED, "This path takes %s", wrong.allow());
    return Answer.refusal(refused, exchange.requestId()).with("Allow", wrong.allow());
  }
}
