package africa.soko.edge.request;

import africa.soko.edge.Caller;
import africa.soko.edge.Environment;
import africa.soko.edge.Operation;
import africa.soko.edge.Principal;
import africa.soko.edge.RateLimit;
import africa.soko.edge.RequestName;
import africa.soko.edge.Route;
import africa.soko.edge.Routes;
import africa.soko.edge.http.TrustedProxies;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What is known of one request on its way through the steps. It belongs to one event loop.
final class Pending {

  /// How far a request has come, which decides what its end by time-out means.
  enum Phase {
    /// Nothing has been done for it.
    ADMISSION,
    /// The rest of the body is awaited.
    BODY,
    /// Its handler has it.
    HANDLER,
    /// A stream that its handler ends in its own time.
    STREAM
  }

  private final HttpServerRequest request;
  private RequestName name;
  private final String source;
  private final long startNanos;
  private final boolean hasBody;
  private Phase phase = Phase.ADMISSION;
  private long phaseNanos;
  private boolean bodyRead;
  private boolean answered;
  private boolean last;
  private boolean begun;
  private @Nullable Route route;
  private Map<String, String> parameters = Map.of();
  private Principal principal = Principal.NOBODY;
  private RateLimit.@Nullable Admission admission;
  private IdempotencyTurns.@Nullable Turn turn;

  Pending(HttpServerRequest request, RequestName name, TrustedProxies proxies, long startNanos) {
    this.request = request;
    this.name = name;
    source = proxies.source(request);
    this.startNanos = startNanos;
    phaseNanos = startNanos;
    hasBody = Negotiation.hasBody(request);
  }

  HttpServerRequest request() {
    return request;
  }

  /// The path as it was sent, or nothing where a request has none (`OPTIONS *`).
  String path() {
    var path = request.path();
    return path == null ? "" : path;
  }

  RequestName name() {
    return name;
  }

  /// The address that it comes from.
  String source() {
    return source;
  }

  long startNanos() {
    return startNanos;
  }

  boolean hasBody() {
    return hasBody;
  }

  Phase phase() {
    return phase;
  }

  long phaseNanos() {
    return phaseNanos;
  }

  void enter(Phase next, long nowNanos) {
    if (phase == Phase.BODY) bodyRead = true;
    phase = next;
    phaseNanos = nowNanos;
  }

  /// Nothing is to follow its answer.
  void makeLast() {
    last = true;
  }

  /// True if nothing can follow its answer: that was decided, or its sender has not sent, or may
  /// never send, the rest of its body.
  boolean isLast() {
    // HTTP/2 ends a stream where HTTP/1 has to end the connection.
    if (request.version() == HttpVersion.HTTP_2) return false;
    if (last || phase == Phase.BODY) return true;
    return phase == Phase.ADMISSION && !bodyRead && Negotiation.isKeptBack(request);
  }

  boolean isStream() {
    return phase == Phase.STREAM;
  }

  /// True the first time: a request is answered once.
  boolean claimAnswer() {
    if (answered) return false;
    answered = true;
    return true;
  }

  boolean isAnswered() {
    return answered;
  }

  /// Its handler goes over to what changes something.
  void begin() {
    begun = true;
  }

  /// True if its end without an answer leaves open whether something was changed.
  boolean mayHaveChanged() {
    return begun && phase == Phase.HANDLER && route != null && route.operation().isChange();
  }

  @Nullable Route route() {
    return route;
  }

  Map<String, String> parameters() {
    return parameters;
  }

  void found(Routes.Found found) {
    route = found.route();
    if (route.operation().auth() == Operation.Auth.CLIENT) name = name.ofClient();
    parameters = found.parameters();
  }

  /// The environment that its path lies in.
  Environment environment() {
    var ofRoute = route == null ? null : route.environment();
    return ofRoute == null ? Environment.ofPath(path()) : ofRoute;
  }

  Principal principal() {
    return principal;
  }

  /// Who sent it with a credential of a partner, or null.
  @Nullable Caller caller() {
    return principal instanceof Caller caller ? caller : null;
  }

  void principal(Principal known) {
    principal = known;
  }

  RateLimit.@Nullable Admission admission() {
    return admission;
  }

  void admission(RateLimit.Admission admission) {
    this.admission = admission;
  }

  /// The turn that is to be ended, given once.
  IdempotencyTurns.@Nullable Turn giveUpTurn() {
    var held = turn;
    turn = null;
    return held;
  }

  void turn(IdempotencyTurns.Turn turn) {
    this.turn = turn;
  }
}
