package africa.soko.event;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Something that happened to a partner (SPEC "Event catalogue"), before the log has numbered it.
///
/// @param alias the older name under which it is told once more, with the next number and the next
///   identifier, or null
/// @param data the payload, already encoded as JSON
public record Event(
    String partnerId,
    String eventId,
    String name,
    @Nullable String alias,
    Instant timestamp,
    String data) {}
