package africa.soko.market.exchange;

import africa.soko.edge.Refused;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/// The days of a request for holidays, both included: from today for 12 months unless said
/// otherwise, at most 2 years (SPEC "Limits").
record DateRange(LocalDate from, LocalDate to) {
  private static final int YEARS_MAX = 2;

  /// The years that a calendar answers for.
  private static final int YEAR_MIN = 1901;

  private static final int YEAR_MAX = 2149;

  static DateRange of(@Nullable LocalDate from, @Nullable LocalDate to, LocalDate today) {
    var first = from == null ? today : from;
    requireYear("from", first);
    var last = to == null ? first.plusYears(1) : to;
    requireYear("to", last);
    if (last.isBefore(first)) throw Refused.invalid("to", "to is before from").asException();
    if (last.isAfter(first.plusYears(YEARS_MAX))) {
      throw Refused.invalid("to", "from and to are more than 2 years apart").asException();
    }
    return new DateRange(first, last);
  }

  private static void requireYear(String param, LocalDate date) {
    if (date.getYear() < YEAR_MIN || date.getYear() > YEAR_MAX) {
      throw Refused.invalid(param, "Holidays are known for the years 1901 to 2149").asException();
    }
  }
}
