package africa.soko.trading;

import africa.soko.market.Market;
import africa.soko.market.MarketView;
import africa.soko.market.catalogue.Instrument;
import africa.soko.market.exchange.Exchange;
import africa.soko.platform.config.Range;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.random.RandomGenerator;

/// What the desk of one environment knows of the market: prices, and when it deals.
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

  /// The hours in which an instrument is dealt, with a delay drawn from the desk's window.
  public Session session(Instrument instrument) {
    var millis = random.nextLong(fillSeconds.min() * 1000L, fillSeconds.max() * 1000L + 1);
    var calendar = market.calendars().of(instrument.exchange());
    return new Session(calendar, alwaysOpen, Duration.ofMillis(millis));
  }

  /// The exchanges at which the desk executes at this moment: none before the first prices are
  /// there, when an instrument without one says nothing about its exchange.
  public List<String> open(Instant now) {
    if (!isPriced()) return List.of();
    return market.exchanges().all().stream()
        .filter(exchange -> alwaysOpen || market.calendars().of(exchange).isOpen(now))
        .map(Exchange::code)
        .toList();
  }

  /// Whether there are prices.
  public boolean isPriced() {
    return !market.view().snapshot().quotes().isEmpty();
  }
}
