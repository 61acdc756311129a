package africa.soko.market.exchange;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.chrono.HijrahDate;
import java.time.temporal.ChronoField;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// When one exchange trades. Every answer follows from its argument and from what operators have
/// declared; the years already computed are kept, which no caller can notice. Instants outside the
/// years 1901 to 2149 are an [IllegalArgumentException].
public final class TradingCalendar {
  /// The longest run of days without a session that any rule can produce is far below this.
  private static final int CLOSED_DAYS_MAX = 60;

  private static final int ADVANCE_SESSIONS_MAX = 1_000;
  private static final int RANGE_DAYS_MAX = 4_000;
  private static final int RAMADAN = 9;

  private final Exchange exchange;
  private final Holidays holidays;
  private volatile Years years = new Years(0, Map.of(), new ConcurrentHashMap<>());

  /// @param revision counts the changes of what is declared
  private record Years(
      int revision,
      Map<LocalDate, HolidayOverride> declared,
      Map<Integer, Map<LocalDate, Holiday>> holidays) {}

  public TradingCalendar(Exchange exchange, Holidays holidays) {
    this.exchange = exchange;
    this.holidays = holidays;
  }

  public Exchange exchange() {
    return exchange;
  }

  /// Replaces what operators have declared of single days.
  ///
  /// @return whether anything is different now
  public boolean declare(Map<LocalDate, HolidayOverride> overrides) {
    var before = years;
    if (before.declared.equals(overrides)) return false;
    years = new Years(before.revision + 1, Map.copyOf(overrides), new ConcurrentHashMap<>());
    return true;
  }

  /// Differs whenever a day was declared to be another one than before.
  public int revision() {
    return years.revision;
  }

  public TradingPhase phaseAt(Instant at) {
    if (isOpen(at)) return TradingPhase.OPEN;
    return holidayOn(localDate(at)).isPresent() ? TradingPhase.HOLIDAY : TradingPhase.CLOSED;
  }

  public boolean isOpen(Instant at) {
    return sessionOn(localDate(at)).filter(session -> session.contains(at)).isPresent();
  }

  /// The first opening after `at`: while the market is open, that of the next session.
  public Instant nextOpen(Instant at) {
    var date = localDate(at);
    return sessionOn(date)
        .map(TradingSession::open)
        .filter(open -> open.isAfter(at))
        .orElseGet(() -> nextSession(date).open());
  }

  /// The first close after `at`: while the market is open, that of the running session.
  public Instant nextClose(Instant at) {
    var date = localDate(at);
    return sessionOn(date)
        .map(TradingSession::close)
        .filter(close -> close.isAfter(at))
        .orElseGet(() -> nextSession(date).close());
  }

  /// `at` itself while the market is open, else the last moment before it at which it was.
  public Instant lastTradingInstant(Instant at) {
    var session = latestSession(at);
    return session.contains(at) ? at : session.close().minusNanos(1);
  }

  /// The session that runs at `at`, or else the last one before.
  public TradingSession latestSession(Instant at) {
    var date = localDate(at);
    return sessionOn(date)
        .filter(session -> !session.open().isAfter(at))
        .orElseGet(() -> previousSession(date));
  }

  /// When the phase is another one than at `at`: an opening, a close, or the midnight at the
  /// exchange that begins or ends a holiday.
  public Instant nextTransition(Instant at) {
    var phase = phaseAt(at);
    if (phase == TradingPhase.OPEN) return nextClose(at);
    var open = nextOpen(at);
    var holiday = phase == TradingPhase.HOLIDAY;
    return localDate(at)
        .plusDays(1)
        .datesUntil(localDate(open).plusDays(1))
        .filter(date -> holidayOn(date).isPresent() != holiday)
        .findFirst()
        .map(date -> date.atStartOfDay(exchange.zone()).toInstant())
        .orElse(open);
  }

  /// The slot that holds the last trading moment at or before `at`, by its start. A session is cut
  /// into slots of this length from its opening.
  public Instant slotAt(Instant at, Duration length) {
    var opened = latestSession(at).open();
    var passed = Duration.between(opened, lastTradingInstant(at)).dividedBy(length);
    return opened.plus(length.multipliedBy(passed));
  }

  /// The start of the slot after the one that starts at `slot`: of the same session, or of the
  /// next.
  public Instant slotAfter(Instant slot, Duration length) {
    var next = slot.plus(length);
    return isOpen(next) ? next : nextOpen(slot);
  }

  /// The holidays from one day to another, both included, in order of their dates.
  public List<Holiday> holidays(LocalDate from, LocalDate to) {
    return IntStream.rangeClosed(from.getYear(), to.getYear())
        .mapToObj(this::holidaysOf)
        .flatMap(year -> year.values().stream())
        .filter(holiday -> !holiday.date().isBefore(from) && !holiday.date().isAfter(to))
        .sorted(Comparator.comparing(Holiday::date))
        .toList();
  }

  /// `from` plus an amount of market hours. The result always lies inside a session: an amount that
  /// uses a session up to its close ends at the next opening.
  public Instant advance(Instant from, Duration marketHours) {
    if (marketHours.isNegative()) throw new IllegalArgumentException("Time does not go back");
    var session = latestSession(from);
    var start = from;
    if (!session.contains(from)) {
      session = nextSession(session.date());
      start = session.open();
    }
    var left = marketHours;
    for (var count = 0; count < ADVANCE_SESSIONS_MAX; count++) {
      var available = Duration.between(start, session.close());
      if (left.compareTo(available) < 0) return start.plus(left);
      left = left.minus(available);
      session = nextSession(session.date());
      start = session.open();
    }
    throw new IllegalArgumentException("Too far ahead: " + marketHours);
  }

  /// The business day that is `count` business days after `date`; with 0, `date` itself or the
  /// first business day after it.
  public LocalDate plusBusinessDays(LocalDate date, int count) {
    if (count < 0 || count > ADVANCE_SESSIONS_MAX) {
      throw new IllegalArgumentException("Not a number of business days: " + count);
    }
    if (count == 0) return isBusinessDay(date) ? date : nextSession(date).date();
    var day = date;
    for (var each = 0; each < count; each++) day = nextSession(day).date();
    return day;
  }

  /// The day on which a trade of this moment settles (SPEC, Core rules 4).
  public LocalDate settlementDate(Instant tradedAt) {
    return plusBusinessDays(localDate(tradedAt), exchange.settlementDays());
  }

  public boolean isBusinessDay(LocalDate date) {
    return !exchange.weekend().contains(date.getDayOfWeek()) && holidayOn(date).isEmpty();
  }

  public Optional<Holiday> holidayOn(LocalDate date) {
    return Optional.ofNullable(holidaysOf(date.getYear()).get(date));
  }

  /// The sessions of the days from one to the other, both included; at most 4,000 days.
  public List<TradingSession> sessions(LocalDate from, LocalDate to) {
    if (to.isAfter(from.plusDays(RANGE_DAYS_MAX))) {
      throw new IllegalArgumentException("Too long a range: " + from + " to " + to);
    }
    if (to.isBefore(from)) return List.of();
    return from.datesUntil(to.plusDays(1)).map(this::sessionOn).flatMap(Optional::stream).toList();
  }

  public Optional<TradingSession> sessionOn(LocalDate date) {
    if (!isBusinessDay(date)) return Optional.empty();
    var hours = hoursOn(date);
    var open = date.atTime(hours.open()).atZone(exchange.zone()).toInstant();
    var close = date.atTime(hours.close()).atZone(exchange.zone()).toInstant();
    return Optional.of(new TradingSession(date, open, close));
  }

  /// The last session of a day before `date`.
  public TradingSession previousSession(LocalDate date) {
    return scan(date, -1);
  }

  /// The first session of a day after `date`.
  public TradingSession nextSession(LocalDate date) {
    return scan(date, 1);
  }

  /// When the next day begins at the exchange.
  public Instant nextMidnight(Instant at) {
    return localDate(at).plusDays(1).atStartOfDay(exchange.zone()).toInstant();
  }

  /// The day it is at the exchange.
  public LocalDate localDate(Instant at) {
    return LocalDate.ofInstant(at, exchange.zone());
  }

  private TradingSession scan(LocalDate date, int step) {
    for (var away = 1; away <= CLOSED_DAYS_MAX; away++) {
      var session = sessionOn(date.plusDays((long) step * away));
      if (session.isPresent()) return session.get();
    }
    throw new IllegalStateException(exchange.code() + " has no session near " + date);
  }

  /// The hours of the days about a date, whether it is a business day or not: shorter ones in
  /// Ramadan where the exchange keeps them.
  public Hours hoursOn(LocalDate date) {
    var ramadan = exchange.ramadanHours();
    if (ramadan == null) return exchange.hours();
    var month = HijrahDate.from(date).get(ChronoField.MONTH_OF_YEAR);
    return month == RAMADAN ? ramadan : exchange.hours();
  }

  private Map<LocalDate, Holiday> holidaysOf(int year) {
    var known = years;
    return known.holidays.computeIfAbsent(year, each -> holidaysOf(each, known.declared.values()));
  }

  private Map<LocalDate, Holiday> holidaysOf(int year, Collection<HolidayOverride> declared) {
    var days =
        holidays.of(exchange, year).stream()
            .collect(Collectors.toMap(Holiday::date, Function.identity()));
    for (var each : declared) {
      if (each.date().getYear() != year) continue;
      var holiday = new Holiday(exchange.code(), each.date(), each.reason(), false);
      if (each.trades()) days.remove(each.date());
      else days.put(each.date(), holiday);
    }
    return Map.copyOf(days);
  }
}
