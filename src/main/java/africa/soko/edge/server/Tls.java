package africa.soko.edge.server;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.ClientAuth;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.ServerSSLOptions;
import io.vertx.core.net.TrustOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// The key and the certificates that a server shows, as they are in their files at some moment.
///
/// @param certificates PEM, its own first
/// @param key PEM, never printed
public record Tls(Buffer certificates, Buffer key) {
  private static final List<String> PROTOCOLS = List.of("h2", "http/1.1");

  /// Where they are.
  public record Source(Path certificates, Path key) {

    /// Blocks.
    public Tls read() throws IOException {
      return new Tls(
          Buffer.buffer(Files.readAllBytes(certificates)), Buffer.buffer(Files.readAllBytes(key)));
    }
  }

  /// @param asksClients whether a client has to show a certificate of its own
  ServerSSLOptions options(boolean asksClients) {
    var options =
        new ServerSSLOptions()
            .setKeyCertOptions(new PemKeyCertOptions().addCertValue(certificates).addKeyValue(key))
            .setUseAlpn(true)
            .setApplicationLayerProtocols(PROTOCOLS);
    if (!asksClients) return options;
    return options
        .setClientAuth(ClientAuth.REQUIRED)
        .setTrustOptions(TrustOptions.wrap(new AnyClient()));
  }

  @Override
  public String toString() {
    return "TLS";
  }
}
