package africa.soko.event;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Something that happened to a partner (SPEC "Event catalogue"), before the log has numbered it.
///
/// @param data the payload, already encoded as JSON
/// @param aliasOf the event that this one repeats under an older name, or null
public record Event(
    String partnerId,
    String eventId,
    String name,
    @Nullable String aliasOf,
    Instant timestamp,
    String data) {}
