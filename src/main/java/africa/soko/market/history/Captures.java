package africa.soko.market.history;

import africa.soko.market.exchange.TradingSession;
import africa.soko.market.price.PriceFeed;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// When the bar of a running session is captured (SPEC "Snapshot": three times a day): at a
/// quarter, a half and three quarters of it, each at the beginning of its slot.
public final class Captures {
  private static final int TIMES = 3;

  private Captures() {}

  /// The last capture of a session that was due at a moment; empty before the first.
  public static Optional<Instant> last(TradingSession session, Instant at) {
    for (var time = TIMES; time > 0; time--) {
      var due = at(session, time);
      if (!due.isAfter(at)) return Optional.of(due);
    }
    return Optional.empty();
  }

  /// When the bar of a session is captured for the first, second or third time.
  static Instant at(TradingSession session, int time) {
    return slot(session, session.length().multipliedBy(time).dividedBy(TIMES + 1));
  }

  private static Instant slot(TradingSession session, Duration passed) {
    var whole = PriceFeed.REFRESH.multipliedBy(passed.dividedBy(PriceFeed.REFRESH));
    return session.open().plus(whole);
  }
}
