package africa.soko.cli.listen;

import africa.soko.platform.crypto.SecretFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Where to go on in the stream. It is kept in a file, one for each service, key and URL.
public final class Place {
  private final Path file;
  private @Nullable String lastEventId;
  private @Nullable String since;

  private Place(Path file) {
    this.file = file;
  }

  /// The place that the file holds, or none.
  public static Place in(Path file) throws IOException {
    var place = new Place(file);
    if (Files.exists(file)) place.lastEventId = Files.readString(file).strip();
    return place;
  }

  public boolean isKnown() {
    return lastEventId != null || since != null;
  }

  /// Goes on after this event from now on.
  public void reached(String eventId) throws IOException {
    lastEventId = eventId;
    since = null;
    SecretFile.write(file, eventId + "\n");
  }

  /// Goes on with the first event since a time or an event, whatever the file holds.
  public void beginAt(String timeOrEventId) {
    lastEventId = null;
    since = timeOrEventId;
  }

  @Nullable String lastEventId() {
    return lastEventId;
  }

  @Nullable String since() {
    return since;
  }
}
