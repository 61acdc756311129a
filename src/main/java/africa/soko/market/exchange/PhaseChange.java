package africa.soko.market.exchange;

import africa.soko.event.EventType;
import java.time.Instant;
import java.util.List;

/// An exchange went from one phase to another (SPEC, event `market.status`).
///
/// @param exchange the exchange's code
/// @param nextTransitionAt when its phase changes again
public record PhaseChange(
    String exchange, TradingPhase previousStatus, TradingPhase status, Instant nextTransitionAt) {
  /// The event of it, of which it is the payload.
  public static final EventType CHANGED = new EventType("market.status");

  public static final List<EventType> EVENTS = List.of(CHANGED);
}
