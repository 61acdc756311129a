package africa.soko.trading;

import africa.soko.market.exchange.TradingCalendar;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/// The hours in which the desk deals an instrument. A command carries them, and its decision asks
/// them with the moment of the book.
///
/// @param alwaysOpen whether the desk works outside the hours of the exchange, too
/// @param drawnDelay how long an order waits for the desk, in the time in which it works
public record Session(TradingCalendar calendar, boolean alwaysOpen, Duration drawnDelay) {

  /// Whether the desk deals at this moment.
  public boolean deals(Instant now) {
    return alwaysOpen || calendar.isOpen(now);
  }

  /// When the desk takes up an order that is accepted now.
  public Instant dueAt(Instant now) {
    return alwaysOpen ? now.plus(drawnDelay) : calendar.advance(now, drawnDelay);
  }

  /// When the desk turns to the next part of an order that it has filled in part now.
  public Instant nextPart(Instant now, Duration pace) {
    return alwaysOpen ? now.plus(pace) : calendar.advance(now, pace);
  }

  /// The opening that an order accepted now waits for, or null while the desk works.
  public @Nullable Instant queuedUntil(Instant now) {
    return deals(now) ? null : calendar.nextOpen(now);
  }

  /// When a fill of this moment settles.
  public SettlementDay settlement(Instant now) {
    var date = calendar.settlementDate(now);
    return new SettlementDay(date, beginning(date));
  }

  /// When an order that is good for the day ends, if it is accepted now: at the close of the
  /// session it is in or waits for; at a desk that never closes, as the day ends at the exchange.
  public Instant dayEnds(Instant now) {
    return alwaysOpen ? goodTill(calendar.localDate(now)) : calendar.nextClose(now);
  }

  /// When an order that is good till a date ends: with that day at the exchange.
  public Instant goodTill(LocalDate date) {
    return beginning(date.plusDays(1));
  }

  private Instant beginning(LocalDate date) {
    return date.atStartOfDay(calendar.exchange().zone()).toInstant();
  }
}
