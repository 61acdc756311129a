package africa.soko.market.exchange;

import africa.soko.platform.csv.CsvResource;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Every exchange's holidays of any year from 1900 to 2150, computed from rules. Days on weekends
/// are listed, beside the day on which they are observed.
public final class Holidays {
  private static final int YEAR_MIN = 1900;
  private static final int YEAR_MAX = 2150;
  private static final int OBSERVED_DAYS_MAX = 14;

  /// A rule with the name of its day.
  record Named(HolidayRule rule, String reason) {}

  private final Map<String, List<Named>> rules;

  Holidays(Map<String, List<Named>> rules) {
    this.rules = Map.copyOf(rules);
  }

  /// The rules that ship with the program.
  public static Holidays load() {
    record Row(List<String> exchanges, Named named) {}
    var rows =
        CsvResource.read(
            "market/holidays.csv",
            row ->
                new Row(
                    Arrays.asList(row.getField("exchanges").split(" ", -1)),
                    new Named(HolidayRule.parse(row.getField("rule")), row.getField("reason"))));
    var rules = new HashMap<String, List<Named>>();
    for (var row : rows) {
      for (var code : row.exchanges()) {
        rules.computeIfAbsent(code, ignored -> new ArrayList<>()).add(row.named());
      }
    }
    return new Holidays(rules);
  }

  /// The holidays of one year, in order of their dates, one for each date.
  public List<Holiday> of(Exchange exchange, int year) {
    if (year < YEAR_MIN || year > YEAR_MAX) {
      throw new IllegalArgumentException("No calendar for the year " + year);
    }
    // A run of days, or an observed day, can reach over from December.
    var days = new TreeMap<LocalDate, Holiday>();
    IntStream.rangeClosed(year - 1, year)
        .boxed()
        .flatMap(each -> declared(exchange, each))
        .forEach(holiday -> days.merge(holiday.date(), holiday, Holidays::both));
    addObserved(exchange, days);
    return days.values().stream().filter(holiday -> holiday.date().getYear() == year).toList();
  }

  /// The holidays from one day to another, both included.
  public List<Holiday> between(Exchange exchange, LocalDate from, LocalDate to) {
    return IntStream.rangeClosed(from.getYear(), to.getYear())
        .boxed()
        .flatMap(year -> of(exchange, year).stream())
        .filter(holiday -> !holiday.date().isBefore(from) && !holiday.date().isAfter(to))
        .toList();
  }

  private Stream<Holiday> declared(Exchange exchange, int year) {
    return rules.getOrDefault(exchange.code(), List.of()).stream()
        .flatMap(
            named ->
                named
                    .rule()
                    .beginningIn(year)
                    .map(
                        date ->
                            new Holiday(
                                exchange.code(), date, named.reason(), named.rule().estimated())));
  }

  /// Two reasons on one date; the date is certain as soon as one of them is.
  private static Holiday both(Holiday one, Holiday other) {
    var reason = one.reason() + "; " + other.reason();
    return new Holiday(one.exchange(), one.date(), reason, one.estimated() && other.estimated());
  }

  private static void addObserved(Exchange exchange, NavigableMap<LocalDate, Holiday> days) {
    for (var holiday : List.copyOf(days.values())) {
      var weekday = holiday.date().getDayOfWeek();
      var sunday = weekday == DayOfWeek.SUNDAY;
      switch (exchange.observed()) {
        case NONE -> {}
        case SUNDAY_TO_MONDAY -> {
          if (sunday) days.putIfAbsent(holiday.date().plusDays(1), observed(holiday, 1));
        }
        case SUNDAY_TO_WORKDAY -> {
          if (sunday) addNextWorkday(exchange, days, holiday);
        }
        case WEEKEND_TO_WORKDAY -> {
          if (exchange.weekend().contains(weekday)) addNextWorkday(exchange, days, holiday);
        }
      }
    }
  }

  private static void addNextWorkday(
      Exchange exchange, NavigableMap<LocalDate, Holiday> days, Holiday holiday) {
    for (var ahead = 1; ahead <= OBSERVED_DAYS_MAX; ahead++) {
      var date = holiday.date().plusDays(ahead);
      if (exchange.weekend().contains(date.getDayOfWeek()) || days.containsKey(date)) continue;
      days.put(date, observed(holiday, ahead));
      return;
    }
    throw new IllegalStateException("No working day after " + holiday);
  }

  private static Holiday observed(Holiday holiday, int daysLater) {
    return new Holiday(
        holiday.exchange(),
        holiday.date().plusDays(daysLater),
        holiday.reason() + " (observed)",
        holiday.estimated());
  }
}
