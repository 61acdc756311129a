package africa.soko.event;

import africa.soko.platform.db.Fields;
import africa.soko.platform.id.Ulid;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// An event as the log holds it.
///
/// @param sequence its number among the partner's events, from 1
/// @param data the payload, encoded as JSON
/// @param aliasOf the event that this one repeats under an older name, or null
public record LoggedEvent(
    String partnerId,
    long sequence,
    String eventId,
    String name,
    @Nullable String aliasOf,
    Instant timestamp,
    String data) {
  private static final int PREFIX = "evt_".length();

  /// What a row of table `event` tells: the event, and under the next number its alias, if it has
  /// one.
  static List<LoggedEvent> toldBy(Fields fields) {
    var alias = fields.maybeText("alias");
    var event = read(fields);
    return alias == null ? List.of(event) : List.of(event, event.as(alias));
  }

  /// What a row tells under one of its numbers.
  public static LoggedEvent toldBy(Fields fields, long sequence) {
    var told = toldBy(fields);
    return told.getFirst().sequence == sequence ? told.getFirst() : told.getLast();
  }

  private LoggedEvent as(String olderName) {
    var id = "evt_" + Ulid.after(eventId.substring(PREFIX));
    return new LoggedEvent(
        partnerId, sequence + 1, id, /* name= */ olderName, /* aliasOf= */ name, timestamp, data);
  }

  /// The event whose alias would have this identifier; null if there is none.
  static @Nullable String original(String aliasId) {
    if (!aliasId.startsWith("evt_") || Ulid.millisOf(aliasId.substring(PREFIX)).isEmpty()) {
      return null;
    }
    return "evt_" + Ulid.before(aliasId.substring(PREFIX));
  }

  private static LoggedEvent read(Fields fields) {
    return new LoggedEvent(
        fields.text("partner_id"),
        fields.number("sequence"),
        fields.text("event_id"),
        fields.text("event"),
        null,
        fields.instant("timestamp"),
        fields.text("data"));
  }
}
