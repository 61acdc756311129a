package africa.soko.webhook;

import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.SocketAddress;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Locale;

/// Sends one POST to an endpoint of a partner, which may be anything: slow, endless, hostile.
///
/// A name is resolved here, the address is checked, and that address is dialled; there is no second
/// look-up. Redirects are not followed, HTTP/2 and compression are not spoken, and reading stops at
/// the deadline or at the limit, whichever comes first.
final class Poster {
  private static final int CONNECT_TIMEOUT_MS = 3_000;
  private static final int KEEP_ALIVE_SECONDS = 10;
  private static final int HEADER_BYTES_MAX = 8_192;

  private final Vertx vertx;
  private final AddressGuard guard;
  private final NameLookup names;
  private final Duration deadline;
  private final HttpClient client;

  /// @param deadline for the whole answer, from the first look-up on
  /// @param connectionsMax to one address
  Poster(Vertx vertx, AddressGuard guard, NameLookup names, Duration deadline, int connectionsMax) {
    this.vertx = vertx;
    this.guard = guard;
    this.names = names;
    this.deadline = deadline;
    this.client =
        vertx
            .httpClientBuilder()
            .with(
                new HttpClientOptions()
                    .setProtocolVersion(HttpVersion.HTTP_1_1)
                    .setConnectTimeout(CONNECT_TIMEOUT_MS)
                    .setKeepAliveTimeout(KEEP_ALIVE_SECONDS)
                    .setMaxHeaderSize(HEADER_BYTES_MAX)
                    .setMaxInitialLineLength(HEADER_BYTES_MAX))
            .with(new PoolOptions().setHttp1MaxSize(connectionsMax))
            .build();
  }

  /// Never fails: whatever happens is a reply.
  Future<Reply> post(String url, MultiMap headers, Buffer body) {
    var uri = URI.create(url);
    var attempt = new Attempt(vertx, deadline);
    find(uri.getHost())
        .compose(
            address ->
                guard.mayDial(address)
                    ? client.request(options(uri, address, headers))
                    : Future.failedFuture(new ForbiddenAddress()))
        .onSuccess(request -> attempt.send(request, body))
        .onFailure(attempt::failed);
    return attempt.reply();
  }

  Future<?> close() {
    return client.close();
  }

  private Future<InetAddress> find(String host) {
    if (host.startsWith("[") || Character.digit(host.charAt(host.length() - 1), 10) >= 0) {
      return literal(host);
    }
    return names.find(host);
  }

  private Future<InetAddress> literal(String host) {
    try {
      return Future.succeededFuture(InetAddress.ofLiteral(host));
    } catch (IllegalArgumentException _) {
      return names.find(host);
    }
  }

  private static RequestOptions options(URI uri, InetAddress address, MultiMap headers) {
    var ssl = uri.getScheme().toLowerCase(Locale.ROOT).equals("https");
    var port = uri.getPort() == -1 ? (ssl ? 443 : 80) : uri.getPort();
    var path = uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
    return new RequestOptions()
        .setMethod(HttpMethod.POST)
        .setSsl(ssl)
        .setHost(uri.getHost().replace("[", "").replace("]", ""))
        .setPort(port)
        .setServer(SocketAddress.inetSocketAddress(new InetSocketAddress(nameless(address), port)))
        .setURI(uri.getRawQuery() == null ? path : path + "?" + uri.getRawQuery())
        .setFollowRedirects(false)
        .setHeaders(headers.set("host", uri.getRawAuthority()));
  }

  /// The bare address: nothing is left that could be looked up again.
  private static InetAddress nameless(InetAddress address) {
    try {
      return InetAddress.getByAddress(address.getAddress());
    } catch (UnknownHostException e) {
      throw new IllegalStateException(e);
    }
  }

  /// The guard refuses the address that a name led to.
  static final class ForbiddenAddress extends RuntimeException {
    private ForbiddenAddress() {
      super("The address may not be called", null, false, false);
    }
  }
}
