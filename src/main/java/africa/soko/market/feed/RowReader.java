package africa.soko.market.feed;

import africa.soko.market.history.Candle;
import africa.soko.market.history.CandleStore.SymbolCandle;
import africa.soko.market.price.DataQuality;
import africa.soko.market.price.DayRange;
import africa.soko.market.price.FeedPrice;
import africa.soko.platform.money.Rounding;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Reads one row of a feed, whatever it is written in. Nothing is guessed: a number that is not
/// exactly one is a fault, and what may be left out stays unknown.
final class RowReader {
  static final String SYMBOL = "symbol";
  static final String PRICE = "price";
  static final String PREVIOUS_CLOSE = "previous_close";
  static final String VOLUME = "volume";
  static final String AS_OF = "as_of";
  static final String DATE = "date";
  static final String CLOSE = "close";
  static final String OPEN = "open";
  static final String HIGH = "high";
  static final String LOW = "low";
  static final String CURRENCY = "currency";
  static final String DATA_QUALITY = "data_quality";

  private static final int DECIMALS_MAX = 6;
  private static final int QUOTED_CHARS_MAX = 40;
  private static final Pattern NUMBER = Pattern.compile("\\d{1,12}(\\.\\d{1,12})?");
  private static final Pattern WHOLE = Pattern.compile("\\d{1,15}");
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9]{1,16}\\.[A-Za-z]{2}");
  private static final Pattern UNPRINTABLE = Pattern.compile("[^ -~]");
  private static final Instant EARLIEST = Instant.parse("2000-01-01T00:00:00Z");
  private static final LocalDate EARLIEST_DAY = LocalDate.of(2000, 1, 1);
  private static final Map<String, DataQuality> QUALITIES =
      Map.of("DELAYED", DataQuality.DELAYED, "EOD", DataQuality.EOD);

  /// The fields of a row, by name; null where there is none.
  interface Cells {
    @Nullable String get(String field);
  }

  /// What is wrong with a row.
  static final class RowFault extends Exception {
    private static final long serialVersionUID = 1L;

    RowFault(String message) {
      super(message, null, false, false);
    }
  }

  private RowReader() {}

  static FeedRow read(Cells cells) throws RowFault {
    var symbol = symbol(cells);
    var price = amount(PRICE, text(cells, PRICE));
    var range = range(cells, price);
    var currency = maybe(cells, CURRENCY);
    return new FeedRow(
        new FeedPrice(
            symbol,
            price,
            amount(PREVIOUS_CLOSE, text(cells, PREVIOUS_CLOSE)),
            volume(text(cells, VOLUME)),
            time(text(cells, AS_OF)),
            quality(maybe(cells, DATA_QUALITY)),
            range),
        currency);
  }

  /// What a session of the past ended with.
  static SymbolCandle readCandle(Cells cells) throws RowFault {
    var symbol = symbol(cells);
    var date = text(cells, DATE);
    var close = amount(CLOSE, text(cells, CLOSE));
    var range = range(cells, close);
    return new SymbolCandle(
        symbol,
        new Candle(
            date(date),
            range.open(),
            range.high(),
            range.low(),
            close,
            volume(text(cells, VOLUME))));
  }

  private static LocalDate date(String text) throws RowFault {
    try {
      var date = LocalDate.parse(text);
      if (date.isBefore(EARLIEST_DAY)) throw fault(DATE, text, "is too long ago");
      return date;
    } catch (DateTimeException e) {
      throw fault(DATE, text, "is not a day such as 2026-03-02");
    }
  }

  private static String symbol(Cells cells) throws RowFault {
    var symbol = text(cells, SYMBOL);
    if (!NAME.matcher(symbol).matches()) throw fault(SYMBOL, symbol, "is not one such as SCOM.KE");
    return symbol.toUpperCase(Locale.ROOT);
  }

  /// A text from outside as it may stand in a log or a message.
  static String quoted(String text) {
    var line = UNPRINTABLE.matcher(text).replaceAll("?");
    return line.length() <= QUOTED_CHARS_MAX ? line : line.substring(0, QUOTED_CHARS_MAX) + "…";
  }

  private static DayRange range(Cells cells, BigDecimal price) throws RowFault {
    var open = maybeAmount(cells, OPEN);
    var high = maybeAmount(cells, HIGH);
    var low = maybeAmount(cells, LOW);
    for (var each : new BigDecimal[] {open, price}) {
      if (each == null) continue;
      if (high != null && high.compareTo(each) < 0) throw new RowFault("high is not the highest");
      if (low != null && low.compareTo(each) > 0) throw new RowFault("low is not the lowest");
    }
    return new DayRange(open, high, low);
  }

  private static String text(Cells cells, String field) throws RowFault {
    var text = maybe(cells, field);
    if (text == null) throw new RowFault(field + " is missing");
    return text;
  }

  private static @Nullable String maybe(Cells cells, String field) {
    var text = cells.get(field);
    return text == null || text.isBlank() ? null : text.strip();
  }

  private static @Nullable BigDecimal maybeAmount(Cells cells, String field) throws RowFault {
    var text = maybe(cells, field);
    return text == null ? null : amount(field, text);
  }

  private static BigDecimal amount(String field, String text) throws RowFault {
    if (!NUMBER.matcher(text).matches()) throw fault(field, text, "is not a price such as 26.05");
    var plain = Rounding.plain(new BigDecimal(text));
    if (plain.signum() == 0) throw fault(field, text, "is not above zero");
    if (plain.scale() > DECIMALS_MAX) throw fault(field, text, "has more than six decimals");
    return plain;
  }

  private static long volume(String text) throws RowFault {
    if (!WHOLE.matcher(text).matches()) throw fault(VOLUME, text, "is not a whole number");
    return Long.parseLong(text);
  }

  private static Instant time(String text) throws RowFault {
    try {
      var time = OffsetDateTime.parse(text).toInstant();
      if (time.isBefore(EARLIEST)) throw fault(AS_OF, text, "is too long ago");
      return time;
    } catch (DateTimeException e) {
      throw fault(AS_OF, text, "is not a time such as 2026-03-02T09:15:00Z");
    }
  }

  private static DataQuality quality(@Nullable String text) throws RowFault {
    if (text == null) return DataQuality.DELAYED;
    var quality = QUALITIES.get(text);
    if (quality == null) throw fault(DATA_QUALITY, text, "is neither DELAYED nor EOD");
    return quality;
  }

  private static RowFault fault(String field, String text, String what) {
    return new RowFault("%s %s %s".formatted(field, quoted(text), what));
  }
}
