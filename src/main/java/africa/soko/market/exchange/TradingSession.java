package africa.soko.market.exchange;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;

/// One trading day of an exchange: open from `open`, up to but without `close`.
///
/// @param date the day in the exchange's zone
public record TradingSession(LocalDate date, Instant open, Instant close) {
  public boolean contains(Instant at) {
    return !at.isBefore(open) && at.isBefore(close);
  }

  public Duration length() {
    return Duration.between(open, close);
  }
}
