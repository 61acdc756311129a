package africa.soko.trading;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// When the desk takes an order up.
///
/// @param queuedUntil the opening of the session that it waits for, or null when the market is open
public record Slot(Instant dueAt, @Nullable Instant queuedUntil) {}
