package africa.soko.webhook;

import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// Where webhooks may go (DECISIONS "Alerts, events, corporate actions"). Pure.
///
/// The URL is checked when it is registered, the address each time before it is dialled: a name can
/// be moved in between. A host that is a number in whatever spelling must be the plain literal.
public final class AddressGuard {
  private static final int URL_CHARS_MAX = 2048;
  private static final int PORT_MAX = 65_535;
  private static final Pattern NUMBER = Pattern.compile("[0-9]+|0[xX][0-9a-fA-F]*");
  private static final Pattern IPV4 =
      Pattern.compile("(0|[1-9][0-9]{0,2})(\\.(0|[1-9][0-9]{0,2})){3}");

  private final boolean allowLoopback;

  /// @param allowLoopback for development: loopback may be reached, by http too
  public AddressGuard(boolean allowLoopback) {
    this.allowLoopback = allowLoopback;
  }

  /// Why a URL cannot be registered, in words for the partner; empty if it can.
  public Optional<String> refusal(String url) {
    if (url.length() > URL_CHARS_MAX) return Optional.of("url is longer than 2048 characters");
    URI uri;
    try {
      uri = new URI(url).parseServerAuthority();
    } catch (URISyntaxException e) {
      return Optional.of("url is not a valid URL");
    }
    var scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
    if (!scheme.equals("https") && !scheme.equals("http")) return Optional.of("url must be https");
    if (uri.getHost() == null) return Optional.of("url has no valid host");
    if (uri.getRawAuthority().contains("@")) return Optional.of("url must not carry userinfo");
    if (uri.getPort() == 0 || uri.getPort() > PORT_MAX) return Optional.of("url has no valid port");
    return refusal(uri.getHost(), scheme.equals("https"));
  }

  private Optional<String> refusal(String host, boolean https) {
    if (isLoopbackHost(host)) {
      return allowLoopback ? Optional.empty() : Optional.of("url points to a loopback address");
    }
    if (!https) return Optional.of("url must be https");
    if (isLiteral(host)) {
      return isPublic(host)
          ? Optional.empty()
          : Optional.of("url points to an address that is not public");
    }
    return isNumeric(host) ? Optional.of("url has no valid host") : Optional.empty();
  }

  /// Whether a connection to this address may be opened.
  boolean mayDial(InetAddress address) {
    if (address.isLoopbackAddress()) return allowLoopback;
    return AddressRanges.isPublic(address.getAddress());
  }

  private static boolean isLoopbackHost(String host) {
    var name = host.toLowerCase(Locale.ROOT);
    if (name.endsWith(".")) name = name.substring(0, name.length() - 1);
    if (name.equals("localhost") || name.endsWith(".localhost")) return true;
    return isLiteral(host) && isPlain(host) && address(host).isLoopbackAddress();
  }

  private static boolean isLiteral(String host) {
    return host.startsWith("[") || IPV4.matcher(host).matches();
  }

  private static boolean isPublic(String literal) {
    return isPlain(literal) && AddressRanges.isPublic(address(literal).getAddress());
  }

  /// An IPv6 literal that stands for an IPv4 address, or names an interface, is not plain.
  private static boolean isPlain(String literal) {
    try {
      var bytes = address(literal).getAddress().length;
      return literal.startsWith("[") ? bytes == 16 && !literal.contains("%") : bytes == 4;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static InetAddress address(String literal) {
    return InetAddress.ofLiteral(literal);
  }

  /// Resolvers take a host for an IPv4 address if its last label is a number, be it decimal, octal
  /// or hexadecimal.
  private static boolean isNumeric(String host) {
    var name = host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
    return NUMBER.matcher(name.substring(name.lastIndexOf('.') + 1)).matches();
  }
}
