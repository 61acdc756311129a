package africa.soko.event;

import africa.soko.platform.db.Fields;
import java.time.Instant;
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
  /// Reads the columns of table `event`.
  public static LoggedEvent read(Fields fields) {
    return new LoggedEvent(
        fields.text("partner_id"),
        fields.number("sequence"),
        fields.text("event_id"),
        fields.text("event"),
        fields.maybeText("alias_of"),
        fields.instant("timestamp"),
        fields.text("data"));
  }
}
