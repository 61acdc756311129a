package africa.soko.edge.http;

import africa.soko.platform.net.AddressRange;
import io.vertx.core.http.HttpServerRequest;
import java.net.InetAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Tells where a request comes from. What `X-Forwarded-For` says counts as far as trusted proxies
/// have written it: from its end back to the first address that is none of theirs.
public final class TrustedProxies {
  public static final TrustedProxies NONE = new TrustedProxies(List.of());

  private static final String FORWARDED = "X-Forwarded-For";
  private static final int HOPS_MAX = 20;

  private final List<AddressRange> ranges;

  private TrustedProxies(List<AddressRange> ranges) {
    this.ranges = List.copyOf(ranges);
  }

  /// @param ranges such as `10.0.0.0/8`
  public static TrustedProxies of(List<String> ranges) {
    return new TrustedProxies(ranges.stream().map(AddressRange::of).toList());
  }

  /// The address of whoever sent it; nothing where the connection has none.
  public String source(HttpServerRequest request) {
    var remote = request.remoteAddress();
    var host = remote == null ? null : remote.hostAddress();
    if (host == null) return "";
    if (ranges.isEmpty()) return host;
    return source(host, request.headers().getAll(FORWARDED));
  }

  /// @param headers each of them a list by comma, in the order in which they came
  public String source(String connection, List<String> headers) {
    var hops = String.join(",", headers).split(",", -1);
    var source = connection;
    int last = Math.max(hops.length - HOPS_MAX, 0);
    for (int i = hops.length - 1; i >= last && isTrusted(source); i--) {
      var hop = address(hops[i].strip());
      // A proxy that says nothing of use is where the request comes from.
      if (hop == null) return source;
      source = hop;
    }
    return source;
  }

  /// Whether one of the proxies has sent it, so that what it says of its client counts.
  public boolean isFromProxy(HttpServerRequest request) {
    var remote = request.remoteAddress();
    var host = remote == null ? null : remote.hostAddress();
    return host != null && isTrusted(host);
  }

  private boolean isTrusted(String address) {
    return ranges.stream().anyMatch(range -> range.contains(address));
  }

  /// Some proxies write the port as well.
  private static @Nullable String address(String hop) {
    var text = hop;
    if (text.startsWith("[")) {
      int end = text.indexOf(']');
      text = end < 0 ? "" : text.substring(1, end);
    } else if (text.indexOf(':') == text.lastIndexOf(':') && text.contains(":")) {
      text = text.substring(0, text.indexOf(':'));
    }
    try {
      return InetAddress.ofLiteral(text).getHostAddress();
    } catch (IllegalArgumentException _) {
      return null;
    }
  }
}
