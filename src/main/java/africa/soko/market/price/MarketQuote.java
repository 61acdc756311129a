package africa.soko.market.price;

import africa.soko.market.catalogue.Instrument;
import africa.soko.market.exchange.TradingCalendar;
import africa.soko.platform.money.Rounding;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;

/// The latest delayed price of one instrument. Whether it is stale depends on when it is read, so a
/// quote carries its calendar and works out once from when on that can be so.
public final class MarketQuote {
  /// A price older than this, while its exchange is open, is stale.
  public static final Duration FRESH_FOR = Duration.ofMinutes(30);

  private final Instrument instrument;
  private final FeedPrice latest;
  private final TradingCalendar calendar;
  private final Instant staleFrom;

  MarketQuote(Instrument instrument, FeedPrice latest, TradingCalendar calendar) {
    this.instrument = instrument;
    this.latest = latest;
    this.calendar = calendar;
    var tooOld = latest.asOf().plus(FRESH_FOR).plusNanos(1);
    this.staleFrom = calendar.isOpen(tooOld) ? tooOld : calendar.nextOpen(tooOld);
  }

  public Instrument instrument() {
    return instrument;
  }

  public String symbol() {
    return instrument.symbol();
  }

  /// The price in the local trading currency.
  public BigDecimal price() {
    return latest.price();
  }

  public BigDecimal previousClose() {
    return latest.previousClose();
  }

  /// The move since the previous close, in local currency.
  public BigDecimal change() {
    return Rounding.plain(price().subtract(previousClose()));
  }

  /// The move since the previous close in percent, to two decimals.
  public BigDecimal changePercent() {
    return Rounding.percent(price().subtract(previousClose()), previousClose());
  }

  public long volume() {
    return latest.volume();
  }

  public Instant asOf() {
    return latest.asOf();
  }

  public DataQuality dataQuality() {
    return latest.dataQuality();
  }

  /// True where the price is older than 30 minutes while its exchange is open. The comparison alone
  /// answers for every quote that is refreshed in time.
  public boolean isStaleAt(Instant now) {
    return !now.isBefore(staleFrom) && calendar.isOpen(now);
  }

  /// From when on the quote can read otherwise than at `now` although nothing new has come.
  public Instant changesAt(Instant now) {
    if (now.isBefore(staleFrom)) return staleFrom;
    return calendar.isOpen(now) ? calendar.nextClose(now) : calendar.nextOpen(now);
  }

  /// What a caller sees who reads the quote at `now`.
  public QuoteBody bodyAt(Instant now) {
    return body(isStaleAt(now));
  }

  private QuoteBody body(boolean stale) {
    return new QuoteBody(
        symbol(),
        instrument.exchange().code(),
        price(),
        instrument.currency(),
        change(),
        changePercent(),
        previousClose(),
        volume(),
        asOf(),
        stale,
        stale && dataQuality() == DataQuality.DELAYED ? DataQuality.STALE : dataQuality());
  }

  /// The price as it came.
  public FeedPrice latest() {
    return latest;
  }
}
