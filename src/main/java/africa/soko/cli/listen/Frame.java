package africa.soko.cli.listen;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// One message of the stream.
///
/// @param id the event's, or null for what is in no log
/// @param data the envelope, as it goes out to webhooks
public record Frame(@Nullable String id, String event, String data) {

  /// Gives the next line, or null at the end.
  interface Lines {
    @Nullable String next() throws IOException;
  }

  /// The next frame that carries something, or null at the end of the stream.
  static @Nullable Frame read(Lines lines) throws IOException {
    String id = null;
    var event = "";
    var data = new StringBuilder();
    for (var line = lines.next(); line != null; line = lines.next()) {
      if (line.startsWith("id: ")) id = line.substring(4);
      else if (line.startsWith("event: ")) event = line.substring(7);
      else if (line.startsWith("data: ")) data.append(line, 6, line.length());
      else if (line.isEmpty() && !data.isEmpty()) return new Frame(id, event, data.toString());
    }
    return null;
  }
}
