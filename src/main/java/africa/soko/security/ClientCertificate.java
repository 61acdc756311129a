package africa.soko.security;

import africa.soko.edge.http.TrustedProxies;
import africa.soko.platform.crypto.Sha256;
import io.vertx.core.http.HttpServerRequest;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.HexFormat;
import java.util.Locale;
import java.util.regex.Pattern;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;

/// The certificate of the client that a request comes from: of the connection, or where a trusted
/// proxy has that, the one that the proxy tells of.
final class ClientCertificate {
  private static final Pattern SHA256 = Pattern.compile("[0-9A-Fa-f]{64}");
  private static final Pattern PEM_LINES = Pattern.compile("-----[A-Z ]+-----|\\s");
  private static final String PEM = "-----BEGIN";

  private final TrustedProxies proxies;
  private final String header;

  /// @param header what proxies tell it in
  ClientCertificate(TrustedProxies proxies, String header) {
    this.proxies = proxies;
    this.header = header;
  }

  /// Its SHA-256 in hex, or null if there is none that counts.
  @Nullable String of(HttpServerRequest request, Instant now) {
    if (!proxies.isFromProxy(request)) return ofConnection(request, now);
    var told = request.headers().getAll(header);
    return told.size() == 1 ? told(told.getFirst()) : null;
  }

  private static @Nullable String ofConnection(HttpServerRequest request, Instant now) {
    var session = request.connection().sslSession();
    if (session == null) return null;
    try {
      var certificate = (X509Certificate) session.getPeerCertificates()[0];
      certificate.checkValidity(Date.from(now));
      return hex(certificate.getEncoded());
    } catch (SSLPeerUnverifiedException | CertificateException _) {
      return null;
    }
  }

  /// A certificate between colons (RFC 9440), as PEM that is escaped as in a URL, or its SHA-256.
  static @Nullable String told(String value) {
    var text = value.strip();
    if (SHA256.matcher(text).matches()) return text.toLowerCase(Locale.ROOT);
    try {
      if (text.length() > 2 && text.startsWith(":") && text.endsWith(":")) {
        return hex(Base64.getDecoder().decode(text.substring(1, text.length() - 1)));
      }
      var plain = URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
      if (!plain.startsWith(PEM)) return null;
      return hex(Base64.getDecoder().decode(PEM_LINES.matcher(plain).replaceAll("")));
    } catch (IllegalArgumentException _) {
      return null;
    }
  }

  private static String hex(byte[] certificate) {
    return HexFormat.of().formatHex(Sha256.of(certificate));
  }
}
