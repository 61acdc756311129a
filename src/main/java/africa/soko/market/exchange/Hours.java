package africa.soko.market.exchange;

import java.time.LocalTime;

/// Trading hours of a day in the exchange's own zone: from `open`, up to but without `close`.
public record Hours(LocalTime open, LocalTime close) {
  public Hours {
    if (!open.isBefore(close)) throw new IllegalArgumentException(open + " is not before " + close);
  }
}
