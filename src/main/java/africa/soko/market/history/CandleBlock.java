package africa.soko.market.history;

import africa.soko.platform.money.Rounding;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Many candles in little memory: 44 bytes each. Prices have at most six decimals, so that they are
/// whole numbers of millionths.
final class CandleBlock {
  private static final int DECIMALS = 6;
  private static final int FIELDS = 5;
  private static final long UNKNOWN = -1;

  private final int[] days;
  private final long[] values;

  CandleBlock(List<Candle> candles) {
    days = new int[candles.size()];
    values = new long[candles.size() * FIELDS];
    for (var index = 0; index < days.length; index++) {
      var candle = candles.get(index);
      var at = index * FIELDS;
      days[index] = (int) candle.date().toEpochDay();
      values[at] = millionths(candle.open());
      values[at + 1] = millionths(candle.high());
      values[at + 2] = millionths(candle.low());
      values[at + 3] = millionths(candle.close());
      values[at + 4] = candle.volume();
    }
  }

  int size() {
    return days.length;
  }

  /// Gives the candles of the days from one to another, both included.
  void each(LocalDate from, LocalDate to, Consumer<Candle> taker) {
    for (var index = 0; index < days.length; index++) {
      if (days[index] < from.toEpochDay() || days[index] > to.toEpochDay()) continue;
      taker.accept(at(index));
    }
  }

  private Candle at(int index) {
    var at = index * FIELDS;
    return new Candle(
        LocalDate.ofEpochDay(days[index]),
        price(values[at]),
        price(values[at + 1]),
        price(values[at + 2]),
        Rounding.plain(BigDecimal.valueOf(values[at + 3], DECIMALS)),
        values[at + 4]);
  }

  private static long millionths(@Nullable BigDecimal price) {
    return price == null ? UNKNOWN : price.movePointRight(DECIMALS).longValueExact();
  }

  private static @Nullable BigDecimal price(long millionths) {
    return millionths == UNKNOWN ? null : Rounding.plain(BigDecimal.valueOf(millionths, DECIMALS));
  }
}
