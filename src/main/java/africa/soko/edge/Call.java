package africa.soko.edge;

import africa.soko.edge.http.MediaType;
import africa.soko.platform.json.Json;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.net.InetAddress;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// One request that has passed every step of the edge, as a handler sees it. It belongs to the
/// event loop that it came in on.
public final class Call {
  private static final Buffer NO_FIELDS = Buffer.buffer("{}");
  private static final List<String> PASSED_ON = List.of("Forwarded", "X-Forwarded-For", "Via");

  /// What the steps of the edge found out.
  ///
  /// @param policy the revision of the policy by which it needs nobody's consent
  public record Parts(
      HttpServerRequest request,
      RequestName name,
      Route route,
      Map<String, String> parameters,
      String source,
      Principal principal,
      @Nullable Idempotency idempotency,
      Buffer body,
      Instant now,
      @Nullable Integer policy) {}

  private final Parts parts;
  private final Runnable begin;
  private final Consumer<Refused> refuse;
  private @Nullable Query query;
  private @Nullable Object decoded;

  /// @param begin told when the request goes over to what changes something
  public Call(Parts parts, Runnable begin, Consumer<Refused> refuse) {
    this.parts = parts;
    this.begin = begin;
    this.refuse = refuse;
  }

  public Operation operation() {
    return parts.route.operation();
  }

  /// The environment whose operation it is.
  ///
  /// @throws NullPointerException if it is an operator's, who names the environment himself
  public Environment environment() {
    return Objects.requireNonNull(parts.route.environment(), "the operation has no environment");
  }

  /// Who sent the request.
  public Principal principal() {
    return parts.principal;
  }

  /// Whose key the request showed.
  ///
  /// @throws ClassCastException if the operation asks for no key
  public Caller caller() {
    return (Caller) parts.principal;
  }

  /// Whom the request's ID token speaks of.
  ///
  /// @throws ClassCastException if the operation asks for no ID token
  public Identity identity() {
    return (Identity) parts.principal;
  }

  /// Where a change that this request asks for comes from. It is asked for when the command is
  /// sent, and no sooner: a fault before that is told as one that changed nothing.
  public Origin origin() {
    begin.run();
    var asked = operation().isChange() ? asked() : null;
    return new Origin(
        parts.principal, parts.idempotency, parts.name, asked, operation().scope(), parts.policy);
  }

  /// What the audit log tells of this request.
  public Asked asked() {
    return Asked.of(operation(), parts.parameters, parts.source);
  }

  /// The idempotency key, or null for a read and for the exempt operations.
  public @Nullable Idempotency idempotency() {
    return parts.idempotency;
  }

  public RequestName name() {
    return parts.name;
  }

  /// All parameters of the path.
  public Map<String, String> parameters() {
    return parts.parameters;
  }

  /// The body as it was sent.
  public Buffer bytes() {
    return parts.body;
  }

  /// The same call, which needs nobody's consent by this revision of the policy.
  public Call under(int policy) {
    return with(
        parts.route, parts.parameters, parts.principal, parts.idempotency, parts.body, policy);
  }

  /// A change that was held, as part of the call that consents to it.
  ///
  /// @param who asked for it
  public Call of(
      Consent.Guarded change,
      Map<String, String> parameters,
      Principal who,
      Idempotency idempotency,
      Buffer body) {
    var handler = new Handler.Change(change.change());
    var route = new Route(change.operation(), change.environment(), handler);
    return with(route, parameters, who, idempotency, body, null);
  }

  private Call with(
      Route route,
      Map<String, String> parameters,
      Principal who,
      @Nullable Idempotency idempotency,
      Buffer body,
      @Nullable Integer policy) {
    var same = parts;
    return new Call(
        new Parts(
            same.request,
            same.name,
            route,
            parameters,
            same.source,
            who,
            idempotency,
            body,
            same.now,
            policy),
        begin,
        refuse);
  }

  /// A parameter of the path, decoded.
  public String path(String name) {
    return Objects.requireNonNull(parts.parameters.get(name), name);
  }

  /// A parameter that only some of the paths have; null for the others.
  public @Nullable String maybePath(String name) {
    return parts.parameters.get(name);
  }

  public Query query() {
    if (query == null) query = new Query(parts.request.query(), this::list, parts.request::path);
    return query;
  }

  /// The path tells environment and list apart, the partner whose list it is.
  private String list() {
    var owner = parts.principal instanceof Caller caller ? caller.partnerId() : "";
    return owner + " " + parts.request.path();
  }

  /// The body as a record; no body at all is read as one without fields.
  ///
  /// @throws africa.soko.platform.json.ShapeFault if it is not exactly such a record; the edge
  ///   turns that into its answer
  public <T> T body(Class<T> type) {
    if (!type.isInstance(decoded)) {
      decoded = Json.decode(parts.body.length() == 0 ? NO_FIELDS : parts.body, type);
    }
    return type.cast(decoded);
  }

  /// Whether the body says that it is a form.
  public boolean hasForm() {
    return MediaType.FORM.isOf(parts.request.headers());
  }

  /// The body as a form (`application/x-www-form-urlencoded`), read as a query is.
  public Query form() {
    return new Query(parts.body.toString(), this::list, parts.request::path);
  }

  public Instant now() {
    return parts.now;
  }

  /// Whether the caller sits at this machine: one that a proxy of this machine speaks for need not.
  public boolean isFromThisMachine() {
    var headers = parts.request.headers();
    if (PASSED_ON.stream().anyMatch(headers::contains)) return false;
    var address = parts.request.remoteAddress();
    return address != null
        && address.hostAddress() != null
        && InetAddress.ofLiteral(address.hostAddress()).isLoopbackAddress();
  }

  /// What a partner may demand something of.
  public Policy.Shown shown() {
    return new Policy.Shown(operation(), parts.request, parts.source, parts.body);
  }

  /// The raw request, for streams.
  public HttpServerRequest request() {
    return parts.request;
  }

  /// Ends a stream that has not begun with an error.
  public void refuse(Refused refused) {
    refuse.accept(refused);
  }
}
