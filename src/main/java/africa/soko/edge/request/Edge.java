package africa.soko.edge.request;

import africa.soko.edge.Answer;
import africa.soko.edge.Call;
import africa.soko.edge.Environment;
import africa.soko.edge.ErrorCode;
import africa.soko.edge.Faults;
import africa.soko.edge.Handler;
import africa.soko.edge.Idempotency;
import africa.soko.edge.Operation.Auth;
import africa.soko.edge.Policy;
import africa.soko.edge.RateLimit;
import africa.soko.edge.Refused;
import africa.soko.edge.Route;
import africa.soko.edge.Routes;
import africa.soko.edge.Visitor;
import africa.soko.edge.http.Abort;
import africa.soko.edge.http.Headers;
import africa.soko.edge.http.HttpDate;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The way of a request: request id, maintenance, route, credential, rate limit, scope, idempotency
/// key, media types, body, policy, handler. One edge belongs to one event loop.
///
/// A step that is done at once is carried on from at once; only what has to wait waits.
public final class Edge {
  private static final long CLOSE_MILLIS = 1_000;

  private final Vertx vertx;
  private final Steps steps;
  private final RequestIds requestIds;
  private final HttpDate date;
  private final InFlight inFlight;

  public Edge(Vertx vertx, Steps steps) {
    this.vertx = vertx;
    this.steps = steps;
    date = new HttpDate(steps.clock());
    requestIds = new RequestIds(steps.site());
    inFlight = new InFlight(vertx, this::expire);
  }

  /// Answers one request.
  public void serve(HttpServerRequest request) {
    var pending = pending(request);
    if (pending.hasBody()) {
      request.exceptionHandler(fault -> broken(pending));
      request.pause();
    }
    inFlight.add(pending);
    guard(pending, () -> route(pending));
  }

  /// The value of `Date` for an answer of this moment.
  public CharSequence date() {
    return date.now();
  }

  /// How long a request may take for the rest of its body.
  public Duration bodyDeadline() {
    return steps.deadlines().body();
  }

  /// Refuses a request whose path leads to no operation.
  public void refuseNowhere(HttpServerRequest request) {
    var pending = pending(request);
    refuse(pending, steps.routes().nowhere(pending.request().method(), pending.path()));
  }

  /// Refuses a request that is none of an operation.
  ///
  /// @param closes whether the connection ends with it
  public void refuse(HttpServerRequest request, Refused refused, boolean closes) {
    var pending = pending(request);
    if (closes) pending.makeLast();
    refuse(pending, refused);
  }

  /// Refuses a method that a page does not have.
  ///
  /// @param allow those that it has, as the header says them
  public void refuseMethod(HttpServerRequest request, String allow) {
    var pending = pending(request);
    finish(pending, wrongMethod(pending, new Routes.WrongMethod(allow)));
  }

  /// Answers a request that is none of an operation, and that could not be served for a fault.
  public void fail(HttpServerRequest request, Throwable fault) {
    fail(pending(request), fault);
  }

  private Pending pending(HttpServerRequest request) {
    return new Pending(request, requestIds.of(request), steps.proxies(), System.nanoTime());
  }

  /// The body is no HTTP, or cut off by its sender, who then hears nothing of it. Vert.x ends the
  /// connection after this and drops what is not flushed by then; to close it here flushes it.
  private void broken(Pending pending) {
    pending.makeLast();
    refuse(pending, Refused.of(ErrorCode.VALIDATION_ERROR, "The body cannot be read"));
    pending.request().connection().close();
  }

  /// Ends the connection after its last answer. What the client still sends is read and dropped for
  /// a while: to close on bytes that nobody read resets the connection, and the answer is lost.
  private void end(HttpConnection connection) {
    connection.shutdown(CLOSE_MILLIS, TimeUnit.MILLISECONDS);
    vertx.setTimer(CLOSE_MILLIS, late -> Abort.off(connection));
  }

  private void route(Pending pending) {
    var request = pending.request();
    var closed = steps.maintenance().get().refusal(request.method(), pending.path());
    if (closed != null) {
      refuse(pending, closed);
      return;
    }
    switch (steps.routes().find(request.method(), pending.path())) {
      case Routes.Found found -> {
        pending.found(found);
        identify(pending, found.route());
      }
      case Routes.UnknownPath _ ->
          nowhere(
              pending,
              Answer.refusal(
                  steps.routes().nowhere(pending.request().method(), pending.path()),
                  pending.name()));
      case Routes.WrongMethod wrong -> nowhere(pending, wrongMethod(pending, wrong));
    }
  }

  /// A path that leads nowhere counts as a request of whoever shows a key, and a data key is told
  /// no more than that it may not (SPEC "Data keys").
  private void nowhere(Pending pending, Answer answer) {
    var shown = steps.authentication().shown(pending.request().headers());
    if (shown == Auth.NONE) {
      finish(pending, answer);
      return;
    }
    identify(
        pending,
        shown,
        Environment.ofBase(pending.path()),
        () -> {
          var caller = pending.caller();
          if (caller != null && caller.showsDataKey()) refuse(pending, Scopes.dataKey());
          else finish(pending, answer);
        });
  }

  private void identify(Pending pending, Route route) {
    var auth = route.operation().auth();
    if (auth == Auth.NONE) {
      permit(pending, route);
      return;
    }
    if (auth == Auth.CLIENT || auth == Auth.VISITOR) {
      var visitor = Visitor.at(pending.source());
      pending.principal(visitor);
      var environment = pending.environment();
      limit(pending, steps.rateLimit().take(visitor, environment), () -> permit(pending, route));
      return;
    }
    // A data key is told what it may not, whatever else would be asked for.
    if (auth == Auth.ID_TOKEN
        && steps.authentication().shown(pending.request().headers()) == Auth.KEY_OR_DATA) {
      auth = Auth.KEY_OR_DATA;
    }
    identify(pending, auth, route.environment(), () -> permit(pending, route));
  }

  /// @param environment where a key must be at home; null for any
  private void identify(
      Pending pending, Auth auth, @Nullable Environment environment, Runnable next) {
    then(
        pending,
        steps.authentication().principal(pending.request().headers(), auth, environment),
        principal -> {
          pending.principal(principal);
          limit(pending, steps.rateLimit().take(principal, pending.environment()), next);
        });
  }

  private void limit(Pending pending, Future<RateLimit.Admission> step, Runnable next) {
    then(
        pending,
        step,
        admission -> {
          pending.admission(admission);
          if (admission.granted()) {
            next.run();
            return;
          }
          steps.metrics().limited();
          refuse(
              pending,
              Refused.of(
                      ErrorCode.RATE_LIMITED, "More than %d requests a minute", admission.limit())
                  .retryAfter(admission.retryAfterSeconds()));
        });
  }

  private void permit(Pending pending, Route route) {
    var request = pending.request();
    var operation = route.operation();
    var caller = pending.caller();
    var refused = caller == null ? null : Scopes.refusal(caller, operation);
    var lifecycle = operation.lifecycle();
    if (refused == null && lifecycle != null && lifecycle.isRetiredAt(steps.clock().instant())) {
      refused = lifecycle.gone();
    }
    if (refused == null && operation.needsIdempotencyKey()) {
      refused = IdempotencyKeys.refusal(request);
    }
    if (refused == null) refused = Negotiation.refusal(request, operation);
    if (refused != null) {
      refuse(pending, refused);
    } else if (pending.hasBody()) {
      pending.enter(Pending.Phase.BODY, System.nanoTime());
      then(pending, BodyReader.read(request), body -> accept(pending, route, body));
    } else {
      admit(pending, route, Buffer.buffer());
    }
  }

  private void accept(Pending pending, Route route, Buffer body) {
    pending.enter(Pending.Phase.ADMISSION, System.nanoTime());
    if (route.operation().takesBody() || BodyReader.saysNothing(body)) {
      admit(pending, route, body);
    } else {
      refuse(pending, Refused.of(ErrorCode.VALIDATION_ERROR, "This operation takes no body"));
    }
  }

  private void admit(Pending pending, Route route, Buffer body) {
    var caller = pending.caller();
    var shown = new Policy.Shown(route.operation(), pending.request(), pending.source(), body);
    if (caller == null) takeTurn(pending, route, body);
    else then(pending, steps.policy().check(caller, shown), _ -> takeTurn(pending, route, body));
  }

  private void takeTurn(Pending pending, Route route, Buffer body) {
    if (!route.operation().needsIdempotencyKey()) {
      handle(pending, route, body, null);
      return;
    }
    var idempotency = steps.keys().of(pending.request(), pending.principal(), body);
    // Kept before anything else, so that it is given back even if the caller was answered by then.
    var turn =
        steps.turns().enter(IdempotencyKeys.owner(pending), idempotency).onSuccess(pending::turn);
    then(
        pending,
        turn,
        own -> {
          var answered = own.answered();
          if (answered == null) handle(pending, route, body, idempotency);
          else finish(pending, answered);
        });
  }

  private void handle(
      Pending pending, Route route, Buffer body, @Nullable Idempotency idempotency) {
    var parts =
        new Call.Parts(
            pending.request(),
            pending.name(),
            route,
            pending.parameters(),
            pending.source(),
            pending.principal(),
            idempotency,
            body,
            steps.clock().instant(),
            null);
    var call = new Call(parts, pending::begin, refused -> refuse(pending, refused));
    pending.enter(Pending.Phase.HANDLER, System.nanoTime());
    // Nothing tells when a change without a key begins.
    if (idempotency == null) pending.begin();
    switch (route.handler()) {
      case Handler.Hot hot -> finish(pending, hot.answer().apply(call));
      case Handler.Read read -> then(pending, read.answer().apply(call), a -> finish(pending, a));
      case Handler.Change change ->
          then(pending, change.answer().apply(call), a -> finish(pending, a));
      case Handler.Stream stream -> {
        pending.enter(Pending.Phase.STREAM, System.nanoTime());
        inFlight.remove(pending);
        Responses.head(pending, pending.request().response());
        stream.open().accept(call);
      }
    }
  }

  private <T> void then(Pending pending, Future<T> step, Consumer<T> next) {
    if (step.succeeded()) {
      next.accept(step.result());
      return;
    }
    step.onComplete(
        value -> guard(pending, () -> next.accept(value)), fault -> fail(pending, fault));
  }

  /// Runs a step unless the request has ended meanwhile.
  private void guard(Pending pending, Runnable step) {
    if (pending.isAnswered()) {
      release(pending, null);
      return;
    }
    try {
      step.run();
    } catch (RuntimeException | Error fault) {
      fail(pending, fault);
    }
  }

  private void fail(Pending pending, Throwable fault) {
    var refused = Faults.refusal(fault, pending.mayHaveChanged());
    if (refused.code() == ErrorCode.INTERNAL_ERROR) AccessLog.fault(pending, fault);
    refuse(pending, refused);
  }

  private void refuse(Pending pending, Refused refused) {
    steps.refusals().see(pending, refused.code());
    finish(pending, Answer.refusal(refused, pending.name()));
  }

  /// The one place where a request ends.
  private void finish(Pending pending, Answer answer) {
    release(pending, answer);
    if (!pending.claimAnswer()) return;
    inFlight.remove(pending);
    boolean bare = answer.status() == 503 && !answer.has(Headers.RETRY_AFTER);
    var whole = bare ? answer.with("Retry-After", "1") : answer;
    if (pending.isLast()) {
      Responses.writeLast(pending, whole);
      end(pending.request().connection());
    } else {
      Responses.write(pending, whole);
    }
    // What is left of a body that nobody wants: read past it, so that the connection goes on.
    if (pending.hasBody() && !pending.request().isEnded()) pending.request().resume();
    long nanos = System.nanoTime() - pending.startNanos();
    steps.metrics().answered(pending.route(), answer.status(), nanos);
    if (answer.replayed()) steps.metrics().replayed();
    steps.served().see(pending, answer.status(), steps.authentication());
    AccessLog.answered(pending, answer.status(), nanos);
  }

  private static void release(Pending pending, @Nullable Answer answer) {
    var turn = pending.giveUpTurn();
    if (turn != null) turn.end(answer);
  }

  private void expire(Pending pending) {
    long waited = System.nanoTime() - pending.phaseNanos();
    switch (pending.phase()) {
      case BODY -> {
        if (waited > steps.deadlines().body().toNanos()) {
          refuse(
              pending, Refused.of(ErrorCode.VALIDATION_ERROR, "The body did not arrive in time"));
        }
      }
      case ADMISSION, HANDLER -> {
        if (waited > steps.deadlines().handler().toNanos()) {
          // What its handler still waits for may come, and be followed by the change.
          pending.begin();
          fail(pending, new SlowAnswer());
        }
      }
      case STREAM -> {}
    }
  }

  private static Answer wrongMethod(Pending pending, Routes.WrongMethod wrong) {
    var refused = Refused.of(ErrorCode.METHOD_NOT_ALLOWED, "This path takes %s", wrong.allow());
    return Answer.refusal(refused, pending.name()).with("Allow", wrong.allow());
  }
}
