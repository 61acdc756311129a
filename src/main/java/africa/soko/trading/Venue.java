package africa.soko.trading;

import africa.soko.market.Market;
import africa.soko.market.MarketView;
import africa.soko.market.catalogue.Instrument;
import africa.soko.market.exchange.Exchange;
import africa.soko.platform.config.Range;
import africa.soko.trading.Order.Settlement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.random.RandomGenerator;

/// What the desk of one environment knows of the market: prices, when an order is taken up, and
/// when its fill settles.
///
/// The live desk works in the hours of each exchange and queues what comes outside them; the desk
/// of the sandbox is always open (DECISIONS 6).
public final class Venue {
  private final boolean alwaysOpen;
  private final Range fillSeconds;
  private final Market market;
  private final RandomGenerator random;

  public Venue(boolean alwaysOpen, Range fillSeconds, Market market, RandomGenerator random) {
    this.alwaysOpen = alwaysOpen;
    this.fillSeconds = fillSeconds;
    this.market = market;
    this.random = random;
  }

  /// The market as a partner sees it.
  public MarketView of(String partnerId) {
    return market.of(partnerId);
  }

  /// When an order accepted now is taken up: after a delay drawn from the desk's window, in seconds
  /// of market hours.
  public Slot slot(Instrument instrument, Instant now) {
    var delay =
        Duration.ofMillis(
            random.nextLong(fillSeconds.min() * 1000L, fillSeconds.max() * 1000L + 1));
    if (alwaysOpen) return new Slot(now.plus(delay), null);
    var calendar = market.calendars().of(instrument.exchange());
    var queuedUntil = calendar.isOpen(now) ? null : calendar.nextOpen(now);
    return new Slot(calendar.advance(now, delay), queuedUntil);
  }

  /// When a fill of this moment settles: T+N business days of the exchange, as that day begins
  /// there.
  public Settlement settlement(Instrument instrument, Instant now) {
    var date = market.calendars().of(instrument.exchange()).settlementDate(now);
    var begins = date.atStartOfDay(instrument.exchange().zone()).toInstant();
    return new Settlement(date, begins, Settlement.State.UNSETTLED);
  }

  /// The exchanges at which the desk executes at this moment: none before the first prices are
  /// there, when an instrument without one says nothing about its exchange.
  public List<String> open(Instant now) {
    if (market.view().snapshot().quotes().isEmpty()) return List.of();
    return market.exchanges().all().stream()
        .filter(exchange -> alwaysOpen || market.calendars().of(exchange).isOpen(now))
        .map(Exchange::code)
        .toList();
  }
}
