package africa.soko.market;

import africa.soko.edge.Answer;
import africa.soko.edge.Call;
import africa.soko.edge.Encoded;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Listed instruments with their latest prices (SPEC "Market data").
final class StockRoutes {

  /// An instrument as callers see it; what is not known is null. Prices are in local currency.
  record Stock(
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
      @Nullable DataQuality dataQuality) {}

  record Capabilities(boolean cashMode, boolean fractionalSell) {}

  record Constraints(
      @Nullable BigDecimal tickSize,
      @Nullable Integer lotSize,
      @Nullable BigDecimal priceBandPercent) {}

  private record StockList(List<Stock> stocks, int count) {}

  private final Market market;
  private final MarketParameters parameters;

  StockRoutes(Market market) {
    this.market = market;
    this.parameters = new MarketParameters(market);
  }

  Answer list(Call call) {
    var query = call.query();
    var exchange = parameters.exchange(query);
    var filter =
        new InstrumentFilter(
            exchange,
            MarketParameters.shortText(query, "sector"),
            query.one("assetType", AssetType.class),
            MarketParameters.shortText(query, "search"));
    var view = market.view();
    var stocks =
        market.catalogue().list(filter).stream()
            .map(each -> stock(each, view.snapshot(), call.now()))
            .toList();
    var maxAge = view.maxAgeSeconds(parameters.exchanges(exchange), call.now());
    return Encoded.of(new StockList(stocks, stocks.size()), maxAge).answer(call);
  }

  Answer get(Call call) {
    var instrument = parameters.instrument(call.path("symbol"), null);
    var view = market.view();
    var stock = stock(instrument, view.snapshot(), call.now());
    var maxAge = view.maxAgeSeconds(instrument.exchange(), call.now());
    return Encoded.of(stock, maxAge).answer(call);
  }

  static Stock stock(Instrument instrument, MarketSnapshot snapshot, Instant now) {
    var quote = snapshot.quote(instrument.symbol()).map(each -> each.bodyAt(now)).orElse(null);
    var price = quote == null ? instrument.referencePrice() : quote.price();
    var demanded = instrument.constraintsAt(price);
    var exchange = instrument.exchange();
    return new Stock(
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
        new Capabilities(instrument.tradable(), instrument.tradable()),
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
}
