package africa.soko.market.catalogue;

import africa.soko.market.price.DataQuality;
import africa.soko.market.price.MarketSnapshot;
import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A listed instrument as callers see it; what is not known is null. Prices are in local currency.
public record StockBody(
    String symbol,
    String ticker,
    String name,
    String exchange,
    String country,
    String currency,
    String sector,
    AssetType assetType,
    boolean tradable,
    InstrumentStatus status,
    Capabilities capabilities,
    Constraints constraints,
    @Nullable BigDecimal price,
    @Nullable BigDecimal change,
    @Nullable BigDecimal changePercent,
    @Nullable BigDecimal previousClose,
    @Nullable Long volume,
    @Nullable Instant asOf,
    boolean stale,
    @Nullable DataQuality dataQuality) {

  /// Which orders are taken.
  public record Capabilities(boolean cashMode, boolean fractionalSell) {
    public static final Capabilities NONE = new Capabilities(false, false);

    public static Capabilities of(Instrument instrument) {
      return new Capabilities(instrument.tradable(), instrument.tradable());
    }
  }

  record Constraints(
      @Nullable BigDecimal tickSize,
      @Nullable Integer lotSize,
      @Nullable BigDecimal priceBandPercent) {}

  /// An instrument as it reads at `now`.
  public static StockBody of(Instrument instrument, MarketSnapshot snapshot, Instant now) {
    var quote = snapshot.quote(instrument.symbol()).map(each -> each.bodyAt(now)).orElse(null);
    var price = quote == null ? instrument.referencePrice() : quote.price();
    var demanded = instrument.constraintsAt(price);
    var exchange = instrument.exchange();
    return new StockBody(
        instrument.symbol(),
        instrument.ticker(),
        instrument.name(),
        exchange.code(),
        exchange.suffix(),
        instrument.currency(),
        instrument.sector(),
        instrument.assetType(),
        instrument.tradable(),
        instrument.status(),
        Capabilities.of(instrument),
        new Constraints(demanded.tickSize(), demanded.lotSize(), demanded.dailyBandPercent()),
        quote == null ? null : quote.price(),
        quote == null ? null : quote.change(),
        quote == null ? null : quote.changePercent(),
        quote == null ? null : quote.previousClose(),
        quote == null ? null : quote.volume(),
        quote == null ? null : quote.asOf(),
        quote != null && quote.stale(),
        quote == null ? null : quote.dataQuality());
  }

  /// From when on it can read otherwise although nothing new has come.
  public static Instant changesAt(Instrument instrument, MarketSnapshot snapshot, Instant now) {
    return snapshot
        .quote(instrument.symbol())
        .map(quote -> quote.changesAt(now))
        .orElse(Instant.MAX);
  }
}
