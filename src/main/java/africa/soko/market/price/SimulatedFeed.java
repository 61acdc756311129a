package africa.soko.market.price;

import africa.soko.market.catalogue.Instrument;
import africa.soko.market.exchange.TradingCalendars;
import africa.soko.market.exchange.TradingSession;
import africa.soko.market.history.Candle;
import africa.soko.platform.money.Rounding;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// Prices that nobody traded at. They follow from the seed, the symbol and the time alone, so that
/// every node, and every start, sees the same; each costs the same however far away its time is.
///
/// A session is cut into slots of 15 minutes from its opening. A price belongs to the slot of the
/// last trading moment, and therefore rests while the exchange is closed (SPEC, Core rules 5).
public final class SimulatedFeed implements PriceFeed {
  private static final long DAILY_VOLUME_MIN = 20_000;
  private static final long DAILY_VOLUME_RANGE = 400_000;
  private static final long SLOT_SECONDS = REFRESH.toSeconds();

  private final ValueNoise noise;
  private final TradingCalendars calendars;

  public SimulatedFeed(long seed, TradingCalendars calendars) {
    this.noise = new ValueNoise(seed);
    this.calendars = calendars;
  }

  @Override
  public List<FeedPrice> poll(List<Instrument> instruments, Instant at) {
    return instruments.stream().map(instrument -> price(instrument, at)).toList();
  }

  /// The price of one instrument as it stands at `at`.
  public FeedPrice price(Instrument instrument, Instant at) {
    var calendar = calendars.of(instrument.exchange());
    var session = calendar.latestSession(at);
    var slot = calendar.slotAt(at, REFRESH);
    var previous = calendar.previousSession(session.date());
    return new FeedPrice(
        instrument.symbol(),
        priceInSlot(instrument, slot),
        closeOf(instrument, previous),
        volume(instrument, session, slot),
        slot,
        DataQuality.SIMULATED);
  }

  /// The last price of a session.
  public BigDecimal closeOf(Instrument instrument, TradingSession session) {
    var calendar = calendars.of(instrument.exchange());
    return priceInSlot(instrument, calendar.slotAt(session.close().minusNanos(1), REFRESH));
  }

  /// What an instrument did from the opening of a session up to the slot of a moment in it, or up
  /// to its close. Higher on the curve is a higher price, so only the ends are made into prices.
  public Candle candle(Instrument instrument, TradingSession session, Instant until) {
    var name = ValueNoise.name(instrument.symbol());
    var open = session.open().getEpochSecond();
    var end = Math.min(until.getEpochSecond(), session.close().getEpochSecond() - 1);
    var last = open;
    var high = open;
    var low = open;
    var highest = noise.exponentAt(name, open);
    var lowest = highest;
    for (var slot = open + SLOT_SECONDS; slot <= end; slot += SLOT_SECONDS) {
      var exponent = noise.exponentAt(name, slot);
      last = slot;
      if (exponent > highest) {
        highest = exponent;
        high = slot;
      } else if (exponent < lowest) {
        lowest = exponent;
        low = slot;
      }
    }
    return new Candle(
        session.date(),
        shown(instrument, open),
        shown(instrument, high),
        shown(instrument, low),
        shown(instrument, last),
        volume(instrument, session, Instant.ofEpochSecond(last)));
  }

  /// A price as a quote shows it.
  private BigDecimal shown(Instrument instrument, long slot) {
    return Rounding.plain(priceInSlot(instrument, Instant.ofEpochSecond(slot)));
  }

  private BigDecimal priceInSlot(Instrument instrument, Instant slot) {
    var factor = noise.factorAt(instrument.symbol(), slot.getEpochSecond());
    var raw = instrument.referencePrice().multiply(factor);
    var ticks = instrument.exchange().ticks();
    if (ticks != null) return ticks.round(raw);
    return Rounding.nearest(raw, decimals(raw));
  }

  /// Where no tick is known: about four significant digits, so that small prices move too.
  private static int decimals(BigDecimal price) {
    if (price.compareTo(BigDecimal.valueOf(10_000)) >= 0) return 0;
    if (price.compareTo(BigDecimal.valueOf(1_000)) >= 0) return 1;
    if (price.compareTo(BigDecimal.ONE) >= 0) return 2;
    return price.compareTo(new BigDecimal("0.1")) >= 0 ? 4 : 6;
  }

  /// The day's volume grows evenly from slot to slot, up to a total that belongs to the day.
  private long volume(Instrument instrument, TradingSession session, Instant slot) {
    var day = session.date().toEpochDay();
    var total = DAILY_VOLUME_MIN + noise.pick(instrument.symbol(), day, DAILY_VOLUME_RANGE);
    var elapsed = Duration.between(session.open(), slot).plus(REFRESH);
    var share = Math.min(elapsed.toSeconds(), session.length().toSeconds());
    return total * share / session.length().toSeconds();
  }
}
