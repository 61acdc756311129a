package africa.soko.market.feed;

import africa.soko.market.catalogue.InstrumentCatalogue;
import africa.soko.market.exchange.TradingCalendar;
import africa.soko.market.exchange.TradingCalendars;
import africa.soko.market.history.Candle;
import africa.soko.market.history.CandleStore.SymbolCandle;
import africa.soko.market.history.CandleStore.SymbolCapture;
import africa.soko.market.history.Captures;
import africa.soko.market.price.FeedPrice;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Which bars are due: the candle of a session some time after its close, so that a delayed feed
/// has told its last price, and what is captured while it runs (SPEC "Snapshot"). Either is made of
/// the price that is published; a session without one has none. What was recorded is remembered, so
/// that the database is not asked in vain, and nothing depends on it: what is written twice is
/// written once.
final class SessionBars {
  /// How long after a close the day's candle is written for the first time; a price of that session
  /// that comes later corrects it.
  static final Duration AFTER_CLOSE = Duration.ofMinutes(30);

  /// What is to be written.
  record Bars(List<SymbolCandle> ended, List<SymbolCapture> captured) {
    Bars {
      ended = List.copyOf(ended);
      captured = List.copyOf(captured);
    }

    boolean isEmpty() {
      return ended.isEmpty() && captured.isEmpty();
    }
  }

  private final TradingCalendars calendars;
  private final Map<String, Candle> ended = new HashMap<>();
  private final Map<String, Instant> captured = new HashMap<>();

  SessionBars(TradingCalendars calendars) {
    this.calendars = calendars;
  }

  /// Those that are due at a moment and were not recorded yet, as far as is known here.
  Bars due(InstrumentCatalogue catalogue, Collection<FeedPrice> prices, Instant now) {
    var candles = new ArrayList<SymbolCandle>();
    var captures = new ArrayList<SymbolCapture>();
    for (var price : prices) {
      catalogue
          .find(price.symbol())
          .map(instrument -> calendars.of(instrument.exchange()))
          .ifPresent(
              calendar -> {
                candle(price, calendar, now).ifPresent(candles::add);
                capture(price, calendar, now).ifPresent(captures::add);
              });
    }
    return new Bars(candles, captures);
  }

  /// Of candles that a file tells, those of sessions before the one of the published price, or of
  /// the latest one where none is published: what is published tells its own.
  List<SymbolCandle> past(
      InstrumentCatalogue catalogue,
      Map<String, Known> known,
      List<SymbolCandle> told,
      Instant now) {
    return told.stream()
        .filter(
            each ->
                catalogue
                    .find(each.symbol())
                    .map(
                        instrument -> {
                          var last = known.get(each.symbol());
                          return calendars
                              .of(instrument.exchange())
                              .latestSession(last == null ? now : last.price().asOf())
                              .date();
                        })
                    .filter(each.candle().date()::isBefore)
                    .isPresent())
        .toList();
  }

  /// Remembers what was written.
  void recorded(Bars bars) {
    bars.ended().forEach(each -> ended.put(each.symbol(), each.candle()));
    bars.captured().forEach(each -> captured.put(each.symbol(), each.dueAt()));
  }

  private Optional<SymbolCandle> candle(FeedPrice price, TradingCalendar calendar, Instant now) {
    var session = calendar.latestSession(price.asOf());
    if (now.isBefore(session.close().plus(AFTER_CLOSE))) return Optional.empty();
    var candle = Judging.candle(price, calendar);
    if (candle.candle().equals(ended.get(price.symbol()))) return Optional.empty();
    return Optional.of(candle);
  }

  private Optional<SymbolCapture> capture(FeedPrice price, TradingCalendar calendar, Instant now) {
    var session = calendar.latestSession(price.asOf());
    if (!session.contains(now)) return Optional.empty();
    return Captures.last(session, now)
        .filter(due -> !due.equals(captured.get(price.symbol())))
        .map(due -> new SymbolCapture(price.symbol(), Candle.of(session.date(), price), due));
  }
}
