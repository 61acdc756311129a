package africa.soko.stream;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// Reads a stream frame by frame, as its lines come.
final class SseClient implements AutoCloseable {
  private final HttpClient client = HttpClient.newHttpClient();
  private final HttpResponse<java.io.InputStream> response;
  private final BufferedReader reader;

  SseClient(int port, String query, String... headers) throws Exception {
    var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/" + query));
    if (headers.length > 0) request.headers(headers);
    response = client.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
    reader =
        new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8), 1024);
  }

  int status() {
    return response.statusCode();
  }

  String header(String name) {
    return response.headers().firstValue(name).orElse("");
  }

  /// The lines of the next frame; none at the end of the stream.
  List<String> frame() throws IOException {
    var lines = new ArrayList<String>();
    for (var line = reader.readLine(); line != null; line = reader.readLine()) {
      if (line.isEmpty()) return lines;
      lines.add(line);
    }
    return lines;
  }

  /// The next frame that holds an event.
  List<String> event() throws IOException {
    var frame = frame();
    while (frame.size() == 1) frame = frame();
    return frame;
  }

  @Override
  public void close() {
    client.shutdownNow();
  }
}
