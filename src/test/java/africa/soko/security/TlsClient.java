package africa.soko.security;

import africa.soko.testing.Certificate;
import africa.soko.testing.Reply;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Calls a port that speaks TLS.
final class TlsClient implements AutoCloseable {
  private final HttpClient client;
  private final String base;
  private final String key;

  /// @param own what it shows, or null for nothing
  TlsClient(int port, Certificate server, @Nullable Certificate own, String key)
      throws IOException, GeneralSecurityException {
    client =
        HttpClient.newBuilder()
            .sslContext(server.trustedBy(own))
            .connectTimeout(Duration.ofSeconds(10))
            .build();
    base = "https://localhost:" + port + "/api/sandbox/v1/partner";
    this.key = key;
  }

  HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return client.send(request(path).build(), BodyHandlers.ofString());
  }

  HttpResponse<InputStream> open(String path) throws IOException, InterruptedException {
    return client.send(request(path).build(), BodyHandlers.ofInputStream());
  }

  HttpResponse<String> post(String path, Object body) throws IOException, InterruptedException {
    return post(path, BodyPublishers.ofString(Reply.write(body)));
  }

  HttpResponse<String> post(String path, HttpRequest.BodyPublisher body)
      throws IOException, InterruptedException {
    var request =
        request(path)
            .header("Idempotency-Key", UUID.randomUUID().toString())
            .header("Content-Type", "application/json")
            .POST(body);
    return client.send(request.build(), BodyHandlers.ofString());
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(base + path))
        .timeout(Duration.ofSeconds(30))
        .header("Authorization", "Bearer " + key);
  }

  @Override
  public void close() {
    client.shutdownNow();
  }
}
