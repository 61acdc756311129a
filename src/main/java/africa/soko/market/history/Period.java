package africa.soko.market.history;

import africa.soko.edge.Query;
import africa.soko.edge.Refused;
import africa.soko.market.exchange.TradingCalendar;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.temporal.TemporalAdjusters;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// How far back a history goes, and how long its candles are: a day up to three months, a week up
/// to a year, a month beyond (SPEC "Candle and chart").
public enum Period {
  ONE_DAY("1d", Interval.DAY),
  ONE_WEEK("1w", Interval.DAY),
  ONE_MONTH("1m", Interval.DAY),
  THREE_MONTHS("3m", Interval.DAY),
  SIX_MONTHS("6m", Interval.WEEK),
  ONE_YEAR("1y", Interval.WEEK),
  THREE_YEARS("3y", Interval.MONTH),
  FIVE_YEARS("5y", Interval.MONTH),
  MAX("max", Interval.MONTH);

  /// How long a candle is.
  public enum Interval {
    DAY("1d"),
    WEEK("1w"),
    MONTH("1mo");

    private final String text;

    Interval(String text) {
      this.text = text;
    }

    String text() {
      return text;
    }
  }

  private static final List<String> TEXTS =
      List.of("1d", "1w", "1m", "3m", "6m", "1y", "3y", "5y", "max");

  private final String text;
  private final Interval interval;

  Period(String text, Interval interval) {
    this.text = text;
    this.interval = interval;
  }

  /// The period that a parameter names, in any case.
  static Period of(Query query, String name, Period otherwise) {
    var asked = query.text(name);
    if (asked == null) return otherwise;
    var lower = asked.toLowerCase(Locale.ROOT);
    for (var period : values()) {
      if (period.text.equals(lower)) return period;
    }
    var fault = "%s must be one of %s".formatted(name, String.join(", ", TEXTS));
    throw Refused.invalid(name, fault).asException();
  }

  String text() {
    return text;
  }

  Interval interval() {
    return interval;
  }

  /// The first day of which a candle is asked for; weeks and months begin whole. One day is told
  /// with the session before it, for what it has moved.
  LocalDate from(LocalDate last, TradingCalendar calendar) {
    return switch (this) {
      case ONE_DAY -> calendar.previousSession(last).date();
      case ONE_WEEK -> last.minusWeeks(1);
      case ONE_MONTH -> last.minusMonths(1);
      case THREE_MONTHS -> last.minusMonths(3);
      case SIX_MONTHS -> begin(last.minusMonths(6), calendar);
      case ONE_YEAR -> begin(last.minusYears(1), calendar);
      case THREE_YEARS -> begin(last.minusYears(3), calendar);
      case FIVE_YEARS -> begin(last.minusYears(5), calendar);
      case MAX -> LocalDate.EPOCH;
    };
  }

  /// Daily candles, put together to those of this period.
  List<Candle> gather(List<Candle> daily, TradingCalendar calendar) {
    if (interval == Interval.DAY) return daily;
    var gathered = new ArrayList<Candle>();
    for (var candle : daily) {
      var last = gathered.isEmpty() ? null : gathered.getLast();
      if (last != null && begin(last.date(), calendar).equals(begin(candle.date(), calendar))) {
        gathered.set(gathered.size() - 1, last.and(candle));
      } else {
        gathered.add(candle);
      }
    }
    return gathered;
  }

  /// The first day of the week, as the exchange works, or of the month of a day.
  private LocalDate begin(LocalDate day, TradingCalendar calendar) {
    if (interval == Interval.MONTH) return day.withDayOfMonth(1);
    var hasSundayOff = calendar.exchange().weekend().contains(DayOfWeek.SUNDAY);
    var first = hasSundayOff ? DayOfWeek.MONDAY : DayOfWeek.SUNDAY;
    return day.with(TemporalAdjusters.previousOrSame(first));
  }
}
