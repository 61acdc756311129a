package africa.soko.market.history;

import africa.soko.market.catalogue.Instrument;
import africa.soko.market.exchange.TradingCalendars;
import africa.soko.market.exchange.TradingSession;
import africa.soko.market.price.SimulatedFeed;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The past of the built-in feed: what it says, and would have said, at each slot. It is worked out
/// year by year when it is first asked for, and a bounded part of it is kept.
public final class SimulatedHistory implements PriceHistory {
  /// Where the past begins.
  public static final LocalDate FROM = LocalDate.of(2019, 1, 1);

  private static final int CANDLES_MAX = 500_000;

  /// The sessions of a year, to their ends: also those to come, which nobody is given.
  ///
  /// @param calendar the revision of the calendar that they were worked out by
  private record Year(String symbol, int year, int calendar) {}

  private final SimulatedFeed feed;
  private final TradingCalendars calendars;
  private final Cache<Year, CandleBlock> years =
      Caffeine.newBuilder()
          .maximumWeight(CANDLES_MAX)
          .weigher((Year _, CandleBlock block) -> block.size() + 1)
          .executor(Runnable::run)
          .build();

  public SimulatedHistory(long seed, TradingCalendars calendars) {
    this.feed = new SimulatedFeed(seed, calendars);
    this.calendars = calendars;
  }

  @Override
  public List<Candle> daily(Instrument instrument, LocalDate from, LocalDate to) {
    var candles = new ArrayList<Candle>();
    int calendar = calendars.of(instrument.exchange()).revision();
    var first = from.isBefore(FROM) ? FROM : from;
    for (var year = first.getYear(); year <= to.getYear(); year++) {
      years
          .get(new Year(instrument.symbol(), year, calendar), key -> block(instrument, key.year()))
          .each(first, to, candles::add);
    }
    return candles;
  }

  private CandleBlock block(Instrument instrument, int year) {
    var sessions =
        calendars
            .of(instrument.exchange())
            .sessions(LocalDate.of(year, 1, 1), LocalDate.of(year, 12, 31));
    return new CandleBlock(
        sessions.stream()
            .map(session -> feed.candle(instrument, session, session.close()))
            .toList());
  }

  @Override
  public Optional<Candle> soFar(Instrument instrument, TradingSession session, Instant at) {
    return Optional.of(feed.candle(instrument, session, at));
  }

  @Override
  public Optional<Capture> captured(Instrument instrument, TradingSession session, Instant at) {
    return Captures.last(session, at)
        .map(moment -> new Capture(moment, feed.candle(instrument, session, moment)));
  }
}
