package africa.soko.market.history;

import africa.soko.market.catalogue.Instrument;
import africa.soko.market.exchange.TradingSession;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

/// What is known of the past of listed instruments. It may be asked from any thread and never
/// waits.
public interface PriceHistory {
  /// A past of which nothing is known.
  PriceHistory NONE =
      new PriceHistory() {
        @Override
        public List<Candle> daily(Instrument instrument, LocalDate from, LocalDate to) {
          return List.of();
        }

        @Override
        public Optional<Candle> soFar(Instrument instrument, TradingSession session, Instant at) {
          return Optional.empty();
        }

        @Override
        public Optional<Capture> captured(
            Instrument instrument, TradingSession session, Instant at) {
          return Optional.empty();
        }
      };

  /// A bar of the running session, taken three times in it.
  ///
  /// @param at the moment up to which it goes
  record Capture(Instant at, Candle bar) {}

  /// The candles of the sessions from one day to another, both included, oldest first. Whoever asks
  /// asks for sessions that have ended.
  List<Candle> daily(Instrument instrument, LocalDate from, LocalDate to);

  /// The candle of a session up to the price of a moment in it, if more is known of it than that
  /// price.
  Optional<Candle> soFar(Instrument instrument, TradingSession session, Instant at);

  /// What was captured last in a session up to a moment in it.
  Optional<Capture> captured(Instrument instrument, TradingSession session, Instant at);
}
