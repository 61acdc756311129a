package africa.soko.paper;

import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.HashSet;
import java.util.Set;

/// When an exchange trades, by the wall clock there; which days are holidays is told.
final class Hours {
  final String exchange;
  final ZoneId zone;
  private final LocalTime opens;
  private final LocalTime closes;
  private final Set<DayOfWeek> weekend;
  private final int cycle;
  private final Set<LocalDate> holidays = new HashSet<>();

  /// @param cycle business days to settlement
  Hours(
      String exchange,
      String zone,
      String opens,
      String closes,
      Set<DayOfWeek> weekend,
      int cycle) {
    this.exchange = exchange;
    this.zone = ZoneId.of(zone);
    this.opens = LocalTime.parse(opens);
    this.closes = LocalTime.parse(closes);
    this.weekend = weekend;
    this.cycle = cycle;
  }

  void holiday(LocalDate date) {
    holidays.add(date);
  }

  LocalDate date(Instant at) {
    return at.atZone(zone).toLocalDate();
  }

  boolean isOpen(Instant at) {
    return isBusinessDay(date(at)) && !at.isBefore(open(date(at))) && at.isBefore(close(date(at)));
  }

  /// The first opening after a moment.
  Instant nextOpen(Instant at) {
    var day = date(at);
    while (!isBusinessDay(day) || !open(day).isAfter(at)) day = day.plusDays(1);
    return open(day);
  }

  /// The first close after a moment.
  Instant nextClose(Instant at) {
    var day = date(at);
    while (!isBusinessDay(day) || !close(day).isAfter(at)) day = day.plusDays(1);
    return close(day);
  }

  /// When so much of the time in which the exchange is open has passed.
  Instant after(Instant from, Duration open) {
    var at = isOpen(from) ? from : nextOpen(from);
    var left = open;
    while (true) {
      var end = close(date(at));
      var there = Duration.between(at, end);
      if (left.compareTo(there) < 0) return at.plus(left);
      left = left.minus(there);
      at = nextOpen(end);
    }
  }

  /// When what is traded at a moment settles: as its day begins at the exchange.
  Instant settles(Instant traded) {
    var day = date(traded);
    for (int n = 0; n < cycle; ) {
      day = day.plusDays(1);
      if (isBusinessDay(day)) n++;
    }
    return begins(day);
  }

  /// When a day is over at the exchange.
  Instant ends(LocalDate date) {
    return begins(date.plusDays(1));
  }

  private Instant begins(LocalDate date) {
    return date.atStartOfDay(zone).toInstant();
  }

  private boolean isBusinessDay(LocalDate date) {
    return !weekend.contains(date.getDayOfWeek()) && !holidays.contains(date);
  }

  private Instant open(LocalDate date) {
    return date.atTime(opens).atZone(zone).toInstant();
  }

  private Instant close(LocalDate date) {
    return date.atTime(closes).atZone(zone).toInstant();
  }
}
