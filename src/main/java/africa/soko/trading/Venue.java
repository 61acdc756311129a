package africa.soko.trading;

import africa.soko.market.Instrument;
import africa.soko.market.MarketSnapshot;
import africa.soko.market.exchange.Exchange;
import africa.soko.market.exchange.TradingCalendars;
import africa.soko.platform.config.Range;
import africa.soko.trading.Order.Settlement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/// What the desk of one environment knows of the market: prices, when an order is taken up, and
/// when its fill settles.
///
/// The live desk works in the hours of each exchange and queues what comes outside them; the desk
/// of the sandbox is always open (DECISIONS 6).
public final class Venue {
  private final boolean alwaysOpen;
  private final Range fillSeconds;
  private final TradingCalendars calendars;
  private final Supplier<MarketSnapshot> snapshot;
  private final Predicate<Exchange> halted;
  private final RandomGenerator random;

  public Venue(
      boolean alwaysOpen,
      Range fillSeconds,
      TradingCalendars calendars,
      Supplier<MarketSnapshot> snapshot,
      Predicate<Exchange> halted,
      RandomGenerator random) {
    this.alwaysOpen = alwaysOpen;
    this.fillSeconds = fillSeconds;
    this.calendars = calendars;
    this.snapshot = snapshot;
    this.halted = halted;
    this.random = random;
  }

  /// False for the moments of a start in which no price is loaded yet: then an instrument without
  /// one says nothing about its exchange.
  public boolean hasPrices() {
    var market = snapshot.get();
    return market.quotes().stream()
        .findAny()
        .flatMap(quote -> market.fxRate(quote.symbol()))
        .isPresent();
  }

  /// False while an operator halts the exchange, and for an instrument that is suspended. An
  /// exchange that is merely closed takes orders and queues them.
  public boolean takesOrders(Instrument instrument) {
    return instrument.tradable() && !halted.test(instrument.exchange());
  }

  /// The latest delayed price, if the instrument has one.
  public Optional<Price> price(Instrument instrument, Instant now) {
    var market = snapshot.get();
    return market
        .quote(instrument.symbol())
        .flatMap(
            quote ->
                market
                    .fxRate(instrument.symbol())
                    .map(
                        rate ->
                            new Price(
                                quote.price(),
                                instrument.currency(),
                                rate,
                                quote.asOf(),
                                quote.isStaleAt(now))));
  }

  /// When an order accepted now is taken up: after a delay drawn from the desk's window, in seconds
  /// of market hours.
  public Slot slot(Instrument instrument, Instant now) {
    var delay =
        Duration.ofMillis(
            random.nextLong(fillSeconds.min() * 1000L, fillSeconds.max() * 1000L + 1));
    if (alwaysOpen) return new Slot(now.plus(delay), null);
    var calendar = calendars.of(instrument.exchange());
    var queuedUntil = calendar.isOpen(now) ? null : calendar.nextOpen(now);
    return new Slot(calendar.advance(now, delay), queuedUntil);
  }

  /// When a fill of this moment settles: T+N business days of the exchange, as that day begins
  /// there.
  public Settlement settlement(Instrument instrument, Instant now) {
    var date = calendars.of(instrument.exchange()).settlementDate(now);
    var begins = date.atStartOfDay(instrument.exchange().zone()).toInstant();
    return new Settlement(date, begins, Settlement.State.UNSETTLED);
  }

  /// The exchanges at which the desk executes at this moment.
  public List<String> open(List<Exchange> exchanges, Instant now) {
    return exchanges.stream()
        .filter(exchange -> alwaysOpen || calendars.of(exchange).isOpen(now))
        .map(Exchange::code)
        .toList();
  }
}
