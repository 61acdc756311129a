package africa.soko.market.feed;

import africa.soko.market.catalogue.Instrument;
import africa.soko.market.catalogue.InstrumentCatalogue;
import africa.soko.market.exchange.TradingCalendar;
import africa.soko.market.exchange.TradingCalendars;
import africa.soko.market.history.Candle;
import africa.soko.market.history.CandleStore.SymbolCandle;
import africa.soko.market.price.FeedPrice;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Judges the prices of one look, in the order of their times, each with what is known after those
/// before it. Pure but for its own state; made anew for each look.
final class Judging {
  private final InstrumentCatalogue catalogue;
  private final TradingCalendars calendars;
  private final Map<String, Known> known;
  private final Map<String, Known> published = new LinkedHashMap<>();
  private final Map<String, Judgement.Hold> held = new LinkedHashMap<>();
  private final List<SymbolCandle> ended = new ArrayList<>();
  private final Set<String> exchanges = new HashSet<>();
  private final List<String> faults = new ArrayList<>();
  private int repeated;

  /// @param known what was published last, by symbol
  Judging(InstrumentCatalogue catalogue, TradingCalendars calendars, Map<String, Known> known) {
    this.catalogue = catalogue;
    this.calendars = calendars;
    this.known = new HashMap<>(known);
  }

  Judgement judge(List<FeedRow> rows, PriceJudge judge, Instant now) {
    var ordered = new ArrayList<>(rows);
    ordered.sort(Comparator.comparing(row -> row.price().asOf()));
    for (var row : ordered) {
      var instrument = catalogue.find(row.price().symbol());
      if (instrument.isEmpty()) {
        faults.add("There is no instrument " + row.price().symbol());
      } else {
        judge(row, instrument.get(), judge, now);
      }
    }
    return judgement();
  }

  /// A price that an operator has accepted is published as it is.
  Judgement accept(FeedPrice price) {
    var instrument = catalogue.find(price.symbol()).orElseThrow();
    publish(new Known(price, price.price()), instrument, calendars.of(instrument.exchange()));
    return judgement();
  }

  private void judge(FeedRow row, Instrument instrument, PriceJudge judge, Instant now) {
    var symbol = instrument.symbol();
    var calendar = calendars.of(instrument.exchange());
    var before = known.get(symbol);
    switch (judge.judge(row, instrument, calendar, before, now)) {
      case Verdict.Repeated _ -> repeated++;
      case Verdict.Refused refused -> faults.add(symbol + " " + refused.fault());
      case Verdict.Held verdict -> {
        var session = calendar.latestSession(verdict.price().asOf()).date();
        held.put(symbol, new Judgement.Hold(instrument, session, verdict));
      }
      case Verdict.Published verdict -> {
        var accepted = before == null ? null : stillAccepted(before, verdict.price(), calendar);
        publish(new Known(verdict.price(), accepted), instrument, calendar);
        // What was held before it is of no interest any more.
        held.remove(symbol);
      }
    }
  }

  private static @Nullable BigDecimal stillAccepted(
      Known before, FeedPrice price, TradingCalendar calendar) {
    return PriceJudge.isSameSession(before.price(), price, calendar) ? before.accepted() : null;
  }

  private void publish(Known next, Instrument instrument, TradingCalendar calendar) {
    var symbol = instrument.symbol();
    var before = known.put(symbol, next);
    if (before != null && !PriceJudge.isSameSession(before.price(), next.price(), calendar)) {
      ended.add(candle(before.price(), calendar));
    }
    published.put(symbol, next);
    exchanges.add(instrument.exchange().code());
  }

  /// What a session ended with, if this was its last price.
  static SymbolCandle candle(FeedPrice last, TradingCalendar calendar) {
    var session = calendar.latestSession(last.asOf());
    return new SymbolCandle(last.symbol(), Candle.of(session.date(), last));
  }

  private Judgement judgement() {
    return new Judgement(
        List.copyOf(published.values()),
        List.copyOf(held.values()),
        ended,
        exchanges,
        repeated,
        faults);
  }
}
