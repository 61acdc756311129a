package africa.soko.cli.listen;

import africa.soko.platform.id.Ids;
import africa.soko.webhook.Signature;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Consumer;

/// Posts events to a URL as the service does to a webhook: with the same headers, in order, one at
/// a time.
public final class Forwarder {
  /// As long as an endpoint has to answer a delivery.
  private static final Duration ANSWER_MAX = Duration.ofSeconds(8);

  private static final int ATTEMPTS_MAX = 4;
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(ANSWER_MAX)
          .build();
  private final URI target;
  private final String secret;
  private final InstantSource clock;
  private final Ids ids;
  private final Consumer<String> notice;

  /// @param notice takes what somebody at a terminal should know
  public Forwarder(URI target, String secret, InstantSource clock, Consumer<String> notice) {
    this.target = target;
    this.secret = secret;
    this.clock = clock;
    this.notice = notice;
    ids = new Ids(clock);
  }

  /// Returns how it went, in a word or two. Where nobody listens it waits until somebody does; an
  /// answer other than 2xx is asked for a few times more.
  public String post(Frame frame) throws InterruptedException {
    boolean isSaid = false;
    var outcome = "";
    for (int attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
      try {
        int status = client.send(request(frame), BodyHandlers.discarding()).statusCode();
        outcome = Integer.toString(status);
        if (status >= 200 && status < 300) return outcome;
      } catch (ConnectException e) {
        if (!isSaid) notice.accept("Nobody listens at %s; waiting.".formatted(target));
        isSaid = true;
        attempt = 0;
      } catch (IOException e) {
        outcome = "no answer";
      }
      Thread.sleep(PAUSE);
    }
    return outcome + ", given up after %d attempts".formatted(ATTEMPTS_MAX);
  }

  private HttpRequest request(Frame frame) {
    var body = Buffer.buffer(frame.data());
    var request =
        HttpRequest.newBuilder(target)
            .timeout(ANSWER_MAX)
            .POST(BodyPublishers.ofByteArray(body.getBytes()));
    Signature.headers(
            body, List.of(secret), String.valueOf(frame.id()), ids.next("dlv_"), clock.instant())
        .forEach(header -> request.header(header.getKey(), header.getValue()));
    return request.build();
  }
}
