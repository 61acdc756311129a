package africa.soko.market.catalogue;

import africa.soko.edge.Answer;
import africa.soko.edge.Call;
import africa.soko.edge.Contract;
import africa.soko.edge.Query;
import africa.soko.market.Market;
import africa.soko.market.MarketParameters;
import africa.soko.market.MarketView;
import africa.soko.market.Prepared;
import africa.soko.market.price.DataQuality;
import africa.soko.market.price.MarketSnapshot;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Listed instruments with their latest prices (SPEC "Market data").
public final class StockRoutes {

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

  public StockRoutes(Market market) {
    this.market = market;
    this.parameters = new MarketParameters(market.exchanges());
  }

  public void bind(Contract contract) {
    contract.hot("listStocks", this::list);
    contract.hot("getStock", this::get);
  }

  Answer list(Call call) {
    var view = market.of(call);
    return view.prepared().answer(call, now -> list(call.query(), view, now));
  }

  Answer get(Call call) {
    var view = market.of(call);
    return view.prepared()
        .answer(
            call,
            now -> {
              var instrument = view.catalogue().named(call.path("symbol"));
              return new Prepared.Body(
                  stock(instrument, view.snapshot(), now),
                  view.refreshDue(instrument.exchange()),
                  changesAt(instrument, view.snapshot(), now));
            });
  }

  private Prepared.Body list(Query query, MarketView view, Instant now) {
    var exchange = parameters.exchange(query);
    var filter =
        new InstrumentFilter(
            exchange,
            MarketParameters.shortText(query, "sector"),
            query.one("assetType", AssetType.class),
            MarketParameters.shortText(query, "search"));
    var found = view.catalogue().list(filter);
    var stocks = found.stream().map(each -> stock(each, view.snapshot(), now)).toList();
    var changesAt =
        found.stream()
            .map(each -> changesAt(each, view.snapshot(), now))
            .min(Comparator.naturalOrder())
            .orElse(Instant.MAX);
    return new Prepared.Body(
        new StockList(stocks, stocks.size()),
        view.refreshDue(parameters.exchanges(exchange)),
        changesAt);
  }

  private static Instant changesAt(Instrument instrument, MarketSnapshot snapshot, Instant now) {
    return snapshot
        .quote(instrument.symbol())
        .map(quote -> quote.changesAt(now))
        .orElse(Instant.MAX);
  }

  private static Stock stock(Instrument instrument, MarketSnapshot snapshot, Instant now) {
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
