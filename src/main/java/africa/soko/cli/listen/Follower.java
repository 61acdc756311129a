package africa.soko.cli.listen;

import africa.soko.platform.embedded.CannotStart;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Consumer;

/// Reads a partner's stream from a place on, and again from there whenever it was cut.
public final class Follower {
  /// From where a log is read that has nothing before it.
  private static final String BEGINNING = "2000-01-01T00:00:00Z";

  private static final Duration CONNECT_MAX = Duration.ofSeconds(10);
  private static final Duration ANSWER_MAX = Duration.ofSeconds(30);

  /// The stream says something every 15 s.
  private static final Duration SILENCE_MAX = Duration.ofSeconds(45);

  private static final Duration PAUSE = Duration.ofSeconds(1);

  private final HttpClient client = HttpClient.newBuilder().connectTimeout(CONNECT_MAX).build();
  private final String base;
  private final String key;
  private final Place place;
  private final Consumer<String> notice;
  private boolean wasConnected;
  private boolean isLost;

  /// What is done with each message before the place moves on.
  public interface Taker {
    void take(Frame frame) throws IOException, InterruptedException;
  }

  /// @param base of the partner's operations
  /// @param notice takes what somebody at a terminal should know
  public Follower(String base, String key, Place place, Consumer<String> notice) {
    this.base = base;
    this.key = key;
    this.place = place;
    this.notice = notice;
  }

  /// Begins at the end of the log, unless a place is known.
  ///
  /// @throws CannotStart if the service does not answer, or refuses
  public void begin() throws InterruptedException {
    if (place.isKnown()) return;
    try {
      var answer = client.send(request("/events?limit=1").build(), BodyHandlers.ofString());
      if (answer.statusCode() != 200) throw refused(answer.statusCode(), answer.body());
      var events = new JsonObject(answer.body()).getJsonArray("events");
      if (events.isEmpty()) place.beginAt(BEGINNING);
      else place.reached(events.getJsonObject(0).getString("eventId"));
    } catch (IOException e) {
      throw away(e);
    }
  }

  /// Gives every message to somebody, in order. It ends when the thread is interrupted.
  ///
  /// @throws CannotStart if the service cannot be reached at first, or refuses
  public void follow(Taker taker) throws InterruptedException {
    while (true) {
      try {
        connect(taker);
      } catch (IOException e) {
        if (!wasConnected) throw away(e);
      }
      if (!isLost) notice.accept("The stream was cut; going on as soon as it is back.");
      isLost = true;
      Thread.sleep(PAUSE);
    }
  }

  private void connect(Taker taker) throws IOException, InterruptedException {
    var since = place.since();
    var query = since == null ? "" : "?since=" + URLEncoder.encode(since, StandardCharsets.UTF_8);
    var request = request("/stream" + query);
    var last = place.lastEventId();
    if (last != null) request.header("Last-Event-ID", last);
    var answer = client.send(request.build(), BodyHandlers.ofInputStream());
    switch (answer.statusCode()) {
      case 200 -> read(answer, taker);
      case 400 -> anew(answer);
      case 429, 500, 502, 503, 504 -> {
        answer.body().close();
        // The slots of streams that were just cut are free a moment later.
        wasConnected = true;
      }
      default -> throw refused(answer.statusCode(), text(answer.body()));
    }
  }

  /// The log that the place was in is gone if the sandbox was reset. Another one is read from its
  /// beginning.
  private void anew(HttpResponse<InputStream> answer) throws IOException {
    var text = text(answer.body());
    if (place.lastEventId() == null) throw refused(400, text);
    notice.accept("The log that was followed is gone. The new one is read from its beginning.");
    place.beginAt(BEGINNING);
  }

  private void read(HttpResponse<InputStream> answer, Taker taker)
      throws IOException, InterruptedException {
    if (isLost) notice.accept("The stream is back.");
    wasConnected = true;
    isLost = false;
    try (var body = answer.body();
        var lines = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8));
        var silence = Silence.endsIt(body, SILENCE_MAX)) {
      Frame.Lines heard =
          () -> {
            var line = lines.readLine();
            silence.heard();
            return line;
          };
      for (var frame = Frame.read(heard); frame != null; frame = Frame.read(heard)) {
        taker.take(frame);
        if (frame.id() != null) place.reached(frame.id());
      }
    }
  }

  private HttpRequest.Builder request(String target) {
    return HttpRequest.newBuilder(URI.create(base + target))
        .timeout(ANSWER_MAX)
        .header("Authorization", "Bearer " + key);
  }

  private static String text(InputStream body) throws IOException {
    try (body) {
      return new String(body.readNBytes(65_536), StandardCharsets.UTF_8);
    }
  }

  private CannotStart refused(int status, String body) {
    var said = body;
    try {
      said = new JsonObject(body).getJsonObject("error").getString("message");
    } catch (DecodeException | NullPointerException | ClassCastException e) {
      // Somebody else answered.
    }
    return new CannotStart("%s answers %d: %s".formatted(base, status, said));
  }

  private CannotStart away(IOException fault) {
    return new CannotStart("No Soko answers at %s: %s".formatted(base, fault), fault);
  }
}
