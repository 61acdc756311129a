package africa.soko.market.exchange;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.MonthDay;
import java.time.chrono.HijrahDate;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAdjusters;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// How the days of one holiday follow from the year.
sealed interface HolidayRule {
  /// The days of every occurrence that begins in this year of the common calendar.
  Stream<LocalDate> beginningIn(int year);

  default boolean estimated() {
    return false;
  }

  record Yearly(MonthDay day) implements HolidayRule {
    @Override
    public Stream<LocalDate> beginningIn(int year) {
      return Stream.of(day.atYear(year));
    }
  }

  record Once(LocalDate date, boolean estimated) implements HolidayRule {
    @Override
    public Stream<LocalDate> beginningIn(int year) {
      return date.getYear() == year ? Stream.of(date) : Stream.empty();
    }
  }

  record WesternEaster(int offsetDays) implements HolidayRule {
    @Override
    public Stream<LocalDate> beginningIn(int year) {
      return Stream.of(Easter.western(year).plusDays(offsetDays));
    }
  }

  record OrthodoxEaster(int offsetDays) implements HolidayRule {
    @Override
    public Stream<LocalDate> beginningIn(int year) {
      return Stream.of(Easter.orthodox(year).plusDays(offsetDays));
    }
  }

  record NthWeekday(DayOfWeek weekday, int ordinal, int month, int offsetDays)
      implements HolidayRule {
    @Override
    public Stream<LocalDate> beginningIn(int year) {
      var day = LocalDate.of(year, month, 1);
      return Stream.of(
          day.with(TemporalAdjusters.dayOfWeekInMonth(ordinal, weekday)).plusDays(offsetDays));
    }
  }

  /// A run of days of the Islamic calendar. Its year is shorter, so that a day can come twice.
  record Hijri(int month, int day, int days) implements HolidayRule {
    @Override
    public Stream<LocalDate> beginningIn(int year) {
      var first = hijriYear(LocalDate.of(year, 1, 1));
      var last = hijriYear(LocalDate.of(year, 12, 31));
      return IntStream.rangeClosed(first, last)
          .mapToObj(each -> LocalDate.from(HijrahDate.of(each, month, day)))
          .filter(begin -> begin.getYear() == year)
          .flatMap(begin -> begin.datesUntil(begin.plusDays(days)));
    }

    @Override
    public boolean estimated() {
      return true;
    }

    private static int hijriYear(LocalDate date) {
      return HijrahDate.from(date).get(ChronoField.YEAR);
    }
  }

  Pattern YEARLY = Pattern.compile("\\d\\d-\\d\\d");
  Pattern ONCE = Pattern.compile("(\\d{4}-\\d\\d-\\d\\d)(\\??)");
  Pattern EASTER = Pattern.compile("(easter|orthodox)([+-]\\d+)");
  Pattern HIJRI = Pattern.compile("hijri (\\d\\d)-(\\d\\d)(?: x(\\d))?");
  Pattern NTH = Pattern.compile("([A-Z]+DAY) ([1-4]) (\\d\\d)(?: \\+(\\d))?");

  /// Reads one rule of `holidays.csv`, whose head explains the forms.
  static HolidayRule parse(String text) {
    var forms = List.of(YEARLY, ONCE, EASTER, HIJRI, NTH);
    for (var form : forms) {
      var match = form.matcher(text);
      if (match.matches()) return build(form, match);
    }
    throw new IllegalArgumentException("Not a holiday rule: " + text);
  }

  private static HolidayRule build(Pattern form, Matcher match) {
    if (form == YEARLY) return new Yearly(MonthDay.parse("--" + match.group()));
    if (form == ONCE) {
      return new Once(LocalDate.parse(match.group(1)), !match.group(2).isEmpty());
    }
    if (form == EASTER) {
      var offset = Integer.parseInt(match.group(2));
      return match.group(1).equals("easter")
          ? new WesternEaster(offset)
          : new OrthodoxEaster(offset);
    }
    if (form == HIJRI)
      return new Hijri(number(match, 1, 0), number(match, 2, 0), number(match, 3, 1));
    return new NthWeekday(
        DayOfWeek.valueOf(match.group(1)),
        number(match, 2, 0),
        number(match, 3, 0),
        number(match, 4, 0));
  }

  private static int number(Matcher match, int group, int absent) {
    var text = match.group(group);
    return text == null ? absent : Integer.parseInt(text);
  }
}
