package africa.soko.market.history;

import africa.soko.market.price.FeedPrice;
import africa.soko.platform.money.Rounding;
import java.math.BigDecimal;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/// What an instrument did in a span of time, in local currency.
///
/// @param date the day of the session; of a longer span, of its last session
/// @param open the first price, or null where only the close is known; so are `high` and `low`
public record Candle(
    LocalDate date,
    @Nullable BigDecimal open,
    @Nullable BigDecimal high,
    @Nullable BigDecimal low,
    BigDecimal close,
    long volume) {

  /// A candle of which no more is known than how it ended.
  public static Candle closing(LocalDate date, BigDecimal close, long volume) {
    return new Candle(date, null, null, null, close, volume);
  }

  /// What a price says of its session, up to it.
  public static Candle of(LocalDate date, FeedPrice price) {
    var range = price.range();
    return new Candle(date, range.open(), range.high(), range.low(), price.price(), price.volume());
  }

  /// The same of a unit that has become another one, for example half of one.
  Candle times(BigDecimal factor) {
    return new Candle(
        date,
        times(open, factor),
        times(high, factor),
        times(low, factor),
        Rounding.localPrice(close.multiply(factor)),
        volume);
  }

  /// This candle and the one after it as one.
  Candle and(Candle next) {
    return new Candle(
        next.date,
        open,
        high == null || next.high == null ? null : high.max(next.high),
        low == null || next.low == null ? null : low.min(next.low),
        next.close,
        volume + next.volume);
  }

  private static @Nullable BigDecimal times(@Nullable BigDecimal price, BigDecimal factor) {
    return price == null ? null : Rounding.localPrice(price.multiply(factor));
  }
}
