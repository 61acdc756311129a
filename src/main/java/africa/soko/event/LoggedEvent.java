package africa.soko.event;

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
    String data) {}
