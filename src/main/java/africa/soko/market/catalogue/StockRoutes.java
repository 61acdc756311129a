package africa.soko.market.catalogue;

import africa.soko.edge.Answer;
import africa.soko.edge.Call;
import africa.soko.edge.Contract;
import africa.soko.edge.Query;
import africa.soko.market.Market;
import africa.soko.market.MarketParameters;
import africa.soko.market.MarketView;
import africa.soko.market.Prepared;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.function.BiFunction;

/// Listed instruments with their latest prices (SPEC "Market data").
public final class StockRoutes {

  private record StockList(List<StockBody> stocks, int count) {}

  private record EtfList(List<StockBody> etfs, int count) {}

  private final Market market;
  private final MarketParameters parameters;

  public StockRoutes(Market market) {
    this.market = market;
    this.parameters = new MarketParameters(market.exchanges());
  }

  public void bind(Contract contract) {
    contract.hot("listStocks", this::list);
    contract.hot("getStock", this::get);
    contract.hot("listEtfs", this::etfs);
  }

  public Answer list(Call call) {
    var view = market.of(call);
    return view.prepared().answer(call, now -> list(call.query(), view, now));
  }

  public Answer get(Call call) {
    var view = market.of(call);
    return view.prepared()
        .answer(
            call,
            now -> {
              var instrument = view.catalogue().named(call.path("symbol"));
              return new Prepared.Body(
                  StockBody.of(instrument, view.snapshot(), now),
                  view.refreshDue(instrument.exchange()),
                  StockBody.changesAt(instrument, view.snapshot(), now));
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
    return list(filter, view, now, StockList::new);
  }

  Answer etfs(Call call) {
    var view = market.of(call);
    return view.prepared().answer(call, now -> etfs(call.query(), view, now));
  }

  private Prepared.Body etfs(Query query, MarketView view, Instant now) {
    var exchange = parameters.exchange(query);
    var search = MarketParameters.shortText(query, "search");
    var filter = new InstrumentFilter(exchange, null, AssetType.ETF, search);
    return list(filter, view, now, EtfList::new);
  }

  private Prepared.Body list(
      InstrumentFilter filter,
      MarketView view,
      Instant now,
      BiFunction<List<StockBody>, Integer, Object> body) {
    var found = view.catalogue().list(filter);
    var stocks = found.stream().map(each -> StockBody.of(each, view.snapshot(), now)).toList();
    var changesAt =
        found.stream()
            .map(each -> StockBody.changesAt(each, view.snapshot(), now))
            .min(Comparator.naturalOrder())
            .orElse(Instant.MAX);
    return new Prepared.Body(
        body.apply(stocks, stocks.size()),
        view.refreshDue(parameters.exchanges(filter.exchange())),
        changesAt);
  }
}
