package africa.soko.testing;

import static africa.soko.testing.Eventually.eventually;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// Reads a stream frame by frame, as its lines come.
public final class SseClient implements AutoCloseable {
  private static final int TOO_MANY = 429;

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final HttpResponse<InputStream> response;
  private final BufferedReader reader;

  public SseClient(String url, String... headers) throws IOException, InterruptedException {
    var request = HttpRequest.newBuilder(URI.create(url));
    if (headers.length > 0) request.headers(headers);
    response = client.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
    reader =
        new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8), 1024);
  }

  /// The stream of a base, opened with its credential, once there is a slot: that of a stream which
  /// was just closed is free a moment later.
  ///
  /// @param query from the question mark on, or nothing
  public static SseClient of(Api api, String query, String... headers) {
    var all = new ArrayList<>(List.of(headers));
    all.addAll(List.of("Authorization", "Bearer " + api.credential()));
    return eventually(
        () -> open(api.url() + "/stream" + query, all.toArray(String[]::new)),
        stream -> stream.status() != TOO_MANY);
  }

  private static SseClient open(String url, String... headers) {
    try {
      return new SseClient(url, headers);
    } catch (IOException e) {
      throw new AssertionError(url, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  public int status() {
    return response.statusCode();
  }

  public HttpHeaders headers() {
    return response.headers();
  }

  public String header(String name) {
    return response.headers().firstValue(name).orElse("");
  }

  /// The lines of the next frame; none at the end of the stream.
  public List<String> frame() throws IOException {
    var lines = new ArrayList<String>();
    for (var line = reader.readLine(); line != null; line = reader.readLine()) {
      if (line.isEmpty()) return lines;
      lines.add(line);
    }
    return lines;
  }

  /// The next frame that holds an event.
  public List<String> event() throws IOException {
    var frame = frame();
    while (frame.size() == 1) frame = frame();
    return frame;
  }

  /// The envelope of the next event.
  public JsonNode envelope() throws IOException {
    var frame = event();
    if (frame.isEmpty()) throw new AssertionError("The stream has ended");
    return Reply.read(frame.getLast().substring("data: ".length()));
  }

  @Override
  public void close() {
    client.shutdownNow();
  }
}
