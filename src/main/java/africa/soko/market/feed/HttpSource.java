package africa.soko.market.feed;

import static java.net.http.HttpResponse.BodyHandlers.limiting;
import static java.net.http.HttpResponse.BodyHandlers.ofByteArray;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/// Prices of an HTTP server, in JSON or CSV as its `Content-Type` says. What it has not changed is
/// not sent again (`ETag`, `Last-Modified`). An answer has a limit of time, from the connection to
/// its last byte, and of size. Redirects are not followed, for they would take the credential with
/// them.
public final class HttpSource implements PriceSource {
  private static final int OK = 200;
  private static final int NOT_MODIFIED = 304;
  private static final int FAILURES_MAX = 3;

  /// Where it is, and how it is asked.
  ///
  /// @param header one more header, `Name: value`, for example with a credential
  /// @param timeout for a whole answer
  /// @param rest how long a server is left alone that has failed three times in a row
  public record Terms(
      URI url, @Nullable String header, Duration timeout, int bytesMax, Duration rest) {
    /// Neither the query nor the header, in which there may be a credential.
    @Override
    public String toString() {
      return url.getScheme() + "://" + url.getAuthority() + url.getPath();
    }
  }

  private final Terms terms;
  private final InstantSource clock;
  private final Breaker breaker;
  private @Nullable String tag;
  private @Nullable String changedAt;

  public HttpSource(Terms terms, InstantSource clock) {
    this.terms = terms;
    this.clock = clock;
    breaker = new Breaker(FAILURES_MAX, terms.rest);
  }

  @Override
  public boolean isShared() {
    return true;
  }

  @Override
  public List<FeedRows> look() throws IOException {
    if (!breaker.letsThrough(clock.instant())) return List.of();
    try {
      var arrived = ask();
      breaker.succeeded();
      return arrived;
    } catch (IOException e) {
      breaker.failed(clock.instant());
      throw new IOException("%s %s".formatted(terms, e.getMessage()), e);
    }
  }

  private List<FeedRows> ask() throws IOException {
    var answer = answer();
    if (answer.statusCode() == NOT_MODIFIED) return List.of();
    if (answer.statusCode() != OK) {
      throw new IOException("answers with status " + answer.statusCode());
    }
    var rows = rows(answer);
    tag = answer.headers().firstValue("ETag").orElse(null);
    changedAt = answer.headers().firstValue("Last-Modified").orElse(null);
    return List.of(rows);
  }

  private FeedRows rows(HttpResponse<byte[]> answer) throws IOException {
    var type = answer.headers().firstValue("Content-Type").orElse("").toLowerCase(Locale.ROOT);
    var media = type.split(";", 2)[0].strip();
    var name = terms.toString();
    if (media.equals("text/csv")) return CsvPrices.read(name, text(answer.body()));
    if (media.equals("application/json") || media.endsWith("+json")) {
      return JsonPrices.read(name, text(answer.body()));
    }
    throw new IOException(
        "answers with the type %s, neither JSON nor CSV".formatted(RowReader.quoted(media)));
  }

  private HttpResponse<byte[]> answer() throws IOException {
    try (var client = client()) {
      var asked = client.sendAsync(question(), limiting(ofByteArray(), terms.bytesMax));
      try {
        return asked.get(terms.timeout.toMillis(), TimeUnit.MILLISECONDS);
      } catch (TimeoutException e) {
        throw new IOException("does not answer within " + terms.timeout.toMillis() + " ms", e);
      } catch (ExecutionException e) {
        throw new IOException("cannot be read: " + e.getCause(), e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("was not waited for", e);
      } finally {
        // Whatever is still to come is not wanted.
        client.shutdownNow();
      }
    }
  }

  private HttpClient client() {
    return HttpClient.newBuilder()
        .version(HttpClient.Version.HTTP_1_1)
        .connectTimeout(terms.timeout)
        .build();
  }

  private HttpRequest question() {
    var question = HttpRequest.newBuilder(terms.url).header("Accept", "application/json, text/csv");
    if (terms.header != null) {
      var parts = terms.header.split(":", 2);
      question.header(parts[0].strip(), parts[1].strip());
    }
    if (tag != null) question.header("If-None-Match", tag);
    if (changedAt != null) question.header("If-Modified-Since", changedAt);
    return question.build();
  }

  private static String text(byte[] body) throws IOException {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
    } catch (CharacterCodingException e) {
      throw new IOException("is not in UTF-8", e);
    }
  }
}
