package africa.soko.testing;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/// Calls of one base with one credential. A change gets a fresh Idempotency-Key unless the test
/// names one.
public final class Api {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private final HttpClient client;
  private final String url;
  private final @Nullable String credential;

  Api(HttpClient client, String url, @Nullable String credential) {
    this.client = client;
    this.url = url;
    this.credential = credential;
  }

  /// The same base with another credential.
  public Api as(@Nullable String other) {
    return new Api(client, url, other);
  }

  /// The same by way of a proxy on this machine.
  public Api through(int port) {
    return new Api(client, url.replaceFirst(":\\d+", ":" + port), credential);
  }

  public String url() {
    return url;
  }

  public @Nullable String credential() {
    return credential;
  }

  public Reply get(String path) {
    return request("GET", path).send();
  }

  /// @param body a text to send as it is, or a value to write as JSON
  public Reply post(String path, Object body) {
    return request("POST", path).body(body).send();
  }

  public Reply patch(String path, Object body) {
    return request("PATCH", path).body(body).send();
  }

  public Reply delete(String path) {
    return request("DELETE", path).send();
  }

  public Request request(String method, String path) {
    return new Request(method, path);
  }

  /// One call that is put together step by step.
  public final class Request {
    private final String method;
    private final HttpRequest.Builder builder;
    private byte @Nullable [] body;
    private boolean isTyped;
    private boolean hasKey;
    private boolean hasCredential;

    private Request(String method, String path) {
      this.method = method;
      builder = HttpRequest.newBuilder(URI.create(url + path)).timeout(TIMEOUT);
    }

    public Request header(String name, String value) {
      builder.header(name, value);
      isTyped |= name.equalsIgnoreCase("Content-Type");
      hasKey |= name.equalsIgnoreCase("Idempotency-Key");
      hasCredential |= name.equalsIgnoreCase("Authorization") || name.equalsIgnoreCase("x-api-key");
      return this;
    }

    public Request key(String idempotencyKey) {
      return header("Idempotency-Key", idempotencyKey);
    }

    public Request withoutKey() {
      hasKey = true;
      return this;
    }

    public Request body(Object value) {
      var text = value instanceof String raw ? raw : Reply.write(value);
      return bytes(text.getBytes(StandardCharsets.UTF_8));
    }

    public Request bytes(byte[] raw) {
      body = raw.length == 0 ? null : raw;
      return this;
    }

    public Reply send() {
      try {
        return Reply.of(client.send(build(), BodyHandlers.ofString()));
      } catch (IOException e) {
        throw new AssertionError(method + " " + url, e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new AssertionError(e);
      }
    }

    public CompletableFuture<Reply> sendAsync() {
      return client.sendAsync(build(), BodyHandlers.ofString()).thenApply(Reply::of);
    }

    private HttpRequest build() {
      if (credential != null && !hasCredential) {
        builder.header("Authorization", "Bearer " + credential);
      }
      var isRead = method.equals("GET") || method.equals("HEAD") || method.equals("OPTIONS");
      if (!hasKey && !isRead) builder.header("Idempotency-Key", UUID.randomUUID().toString());
      if (body != null && !isTyped) builder.header("Content-Type", "application/json");
      return builder
          .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body))
          .build();
    }
  }
}
