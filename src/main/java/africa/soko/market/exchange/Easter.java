package africa.soko.market.exchange;

import java.time.LocalDate;

/// Easter Sunday in the common calendar, of either church.
final class Easter {
  private Easter() {}

  /// The rule of the Gregorian calendar, by the method of Meeus, Jones and Butcher.
  static LocalDate western(int year) {
    var golden = year % 19;
    var century = year / 100;
    var skipped = century / 4;
    var moon = (century + 8) / 25;
    var lunar = (century - moon + 1) / 3;
    var epact = (19 * golden + century - skipped - lunar + 15) % 30;
    var rest = year % 100;
    var weekday = (32 + 2 * (century % 4) + 2 * (rest / 4) - epact - rest % 4) % 7;
    var late = (golden + 11 * epact + 22 * weekday) / 451;
    var day = epact + weekday - 7 * late + 114;
    return LocalDate.of(year, day / 31, day % 31 + 1);
  }

  /// The rule of the Julian calendar, moved by the days that calendar is behind.
  static LocalDate orthodox(int year) {
    var epact = (19 * (year % 19) + 15) % 30;
    var weekday = (2 * (year % 4) + 4 * (year % 7) - epact + 34) % 7;
    var day = epact + weekday + 114;
    var behind = year / 100 - year / 400 - 2;
    return LocalDate.of(year, day / 31, day % 31 + 1).plusDays(behind);
  }
}
