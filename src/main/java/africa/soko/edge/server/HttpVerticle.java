package africa.soko.edge.server;

import africa.soko.edge.request.Edge;
import io.vertx.core.AbstractVerticle;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.http.Http2Settings;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;

/// One event loop of the public port. Requests below `/api/` and `/dev/` go straight to the edge;
/// the rest are files.
public final class HttpVerticle extends AbstractVerticle {
  // All event loops of the process share the port that the first of them was given; 0 would give
  // each its own.
  private static final int ONE_FREE_PORT = -1;
  private static final String API = "/api/";
  private static final String DEVELOPMENT = "/dev/";
  private static final Set<HttpMethod> READS = Set.of(HttpMethod.GET, HttpMethod.HEAD);
  // A client that vanished without a word. A stream says something every 15 s, so that its slot is
  // free after 30 to 45 s (SPEC "Rate limits" 4).
  private static final int UNACKNOWLEDGED_MILLIS_MAX = 30_000;
  private static final int IDLE_SECONDS_MORE = 15;
  private static final int LINE_BYTES_MAX = 8 * 1024;
  private static final int HEADER_BYTES_MAX = 16 * 1024;
  private static final int STREAMS_MAX = 100;

  private final HttpSettings settings;
  private final ConnectionLimit limit;
  private final Function<Vertx, Edge> edges;
  private final Assets assets;
  private final Cors cors;
  private final List<Listener> listeners = new ArrayList<>();

  /// @param edges makes the edge of this event loop, on it
  public HttpVerticle(
      HttpSettings settings, ConnectionLimit limit, Function<Vertx, Edge> edges, Assets assets) {
    this.settings = settings;
    this.limit = limit;
    this.edges = edges;
    this.assets = assets;
    cors = new Cors(settings.corsOrigins());
  }

  @Override
  public void start(Promise<Void> started) {
    var api = edges.apply(vertx);
    listeners.add(listener(api, settings, false));
    if (settings.clientPort() != null) listeners.add(listener(api, settings.ofClients(), true));
    Future.all(listeners.stream().map(each -> each.server().listen()).toList())
        .<Void>mapEmpty()
        .onComplete(started);
  }

  private Listener listener(Edge api, HttpSettings of, boolean asksClients) {
    var ofThisLoop = new Connections(vertx, of, limit, api.bodyDeadline());
    var server =
        vertx
            .createHttpServer(options(of, asksClients))
            .connectionHandler(ofThisLoop::opened)
            .invalidRequestHandler(
                request -> {
                  request.response().putHeader(HttpHeaders.DATE, api.date());
                  api.refuse(request, Protocol.unreadable(), true);
                })
            .requestHandler(
                request -> {
                  ofThisLoop.begins(request);
                  request.response().putHeader(HttpHeaders.DATE, api.date());
                  var refused = Protocol.refusal(request);
                  if (refused != null) api.refuse(request, refused, true);
                  else if (!cors.answers(request)) answer(api, request);
                });
    return new Listener(server, ofThisLoop, of, asksClients);
  }

  private void answer(Edge api, HttpServerRequest request) {
    var path = Objects.requireNonNull(request.path());
    if (isOperation(path)) api.serve(request);
    else serveFile(api, request, path);
  }

  private boolean isOperation(String path) {
    return path.startsWith(API) || (path.startsWith(DEVELOPMENT) && !assets.holds(path));
  }

  /// The port in use, which differs from the settings where those say 0.
  public int actualPort() {
    return listeners.getFirst().server().actualPort();
  }

  /// The same of the port whose clients have to show certificates.
  ///
  /// @throws IllegalStateException if there is none
  public int clientPort() {
    if (listeners.size() < 2) throw new IllegalStateException("no port asks for certificates");
    return listeners.getLast().server().actualPort();
  }

  /// Connections to come, on whichever event loop, are shown this.
  public Future<?> show(Tls tls) {
    return Future.all(listeners.stream().map(each -> each.show(tls)).toList());
  }

  /// From now on every answer says that its connection ends with it. May be called from any thread.
  public void announceEnd() {
    context.runOnContext(_ -> listeners.forEach(each -> each.connections().announceEnd()));
  }

  /// Takes no more connections, for all event loops that share the port. May be called from any
  /// thread.
  public Future<Void> closeListener() {
    var closed = Promise.<Void>promise();
    context.runOnContext(
        _ ->
            Future.join(listeners.stream().map(each -> each.connections().closeListener()).toList())
                .<Void>mapEmpty()
                .onComplete(closed));
    return closed.future();
  }

  @Override
  public void stop(Promise<Void> stopped) {
    Future.join(listeners.stream().map(Listener::stop).toList())
        .<Void>mapEmpty()
        .onComplete(stopped);
  }

  static HttpServerOptions options(HttpSettings settings) {
    return options(settings, false);
  }

  private static HttpServerOptions options(HttpSettings settings, boolean asksClients) {
    var options = plain(settings);
    var tls = settings.tls();
    if (tls == null) return options;
    var shown = tls.options(asksClients);
    return options
        .setSsl(true)
        .setUseAlpn(true)
        .setAlpnVersions(List.of(HttpVersion.HTTP_2, HttpVersion.HTTP_1_1))
        .setInitialSettings(
            new Http2Settings()
                .setMaxHeaderListSize(HEADER_BYTES_MAX)
                .setMaxConcurrentStreams(STREAMS_MAX))
        .setKeyCertOptions(shown.getKeyCertOptions())
        .setTrustOptions(shown.getTrustOptions())
        .setClientAuth(shown.getClientAuth());
  }

  private static HttpServerOptions plain(HttpSettings settings) {
    return new HttpServerOptions()
        .setHost(settings.host())
        .setPort(settings.port() == 0 ? ONE_FREE_PORT : settings.port())
        // Connections closes idle ones first, and cleanly; this is for what hangs in the middle.
        .setTcpUserTimeout(UNACKNOWLEDGED_MILLIS_MAX)
        .setIdleTimeout((int) settings.idle().toSeconds() + IDLE_SECONDS_MORE)
        .setMaxInitialLineLength(LINE_BYTES_MAX)
        .setMaxHeaderSize(HEADER_BYTES_MAX)
        .setHttp2ClearTextEnabled(false)
        // What negotiates the compression of WebSockets, which nobody speaks here, fails on every
        // request from the 129th on that is sent ahead.
        .setPerFrameWebSocketCompressionSupported(false)
        .setPerMessageWebSocketCompressionSupported(false)
        .setCompressionSupported(false)
        .setDecompressionSupported(false);
  }

  private void serveFile(Edge api, HttpServerRequest request, String path) {
    try {
      var asset = assets.at(path);
      if (asset == null && assets.redirects(request, path)) return;
      if (asset == null) api.refuseNowhere(request);
      else if (READS.contains(request.method())) asset.answer(request);
      else api.refuseMethod(request, "GET, HEAD");
    } catch (RuntimeException fault) {
      api.fail(request, fault);
    }
  }
}
