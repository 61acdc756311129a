package africa.soko.market;

import africa.soko.edge.Contract;
import africa.soko.market.catalogue.StockRoutes;
import africa.soko.market.company.CompanyRoutes;
import africa.soko.market.exchange.ExchangeRoutes;
import africa.soko.market.fx.FxRoutes;
import africa.soko.market.fx.FxStore;
import africa.soko.market.history.HistoryRoutes;
import africa.soko.market.history.OhlcvRoutes;
import africa.soko.market.history.SnapshotRoutes;
import africa.soko.market.price.MarketQuoteRoutes;
import africa.soko.market.price.MoverRoutes;
import africa.soko.market.product.InstrumentRoutes;
import africa.soko.market.product.ProductRoutes;
import africa.soko.market.product.Products;
import africa.soko.market.words.WordRoutes;
import africa.soko.platform.config.Range;

/// The operations of market data. All of them answer from memory.
public final class MarketRoutes {
  private final Market market;
  private final FxStore rates;
  private final Range fillSeconds;

  /// @param rates reads what the rates have been
  /// @param fillSeconds how long the live desk takes for a market order, in market hours
  public MarketRoutes(Market market, FxStore rates, Range fillSeconds) {
    this.market = market;
    this.rates = rates;
    this.fillSeconds = fillSeconds;
  }

  public void bind(Contract contract) {
    new MarketQuoteRoutes(market).bind(contract);
    new MoverRoutes(market).bind(contract);
    new SnapshotRoutes(market).bind(contract);
    new OhlcvRoutes(market).bind(contract);
    new HistoryRoutes(market).bind(contract);
    new StockRoutes(market).bind(contract);
    new ExchangeRoutes(market, fillSeconds).bind(contract);
    new FxRoutes(market, rates).bind(contract);
    var products = Products.load();
    new InstrumentRoutes(market, products).bind(contract);
    new ProductRoutes(market, products).bind(contract);
    new CompanyRoutes(market).bind(contract);
    new WordRoutes(market).bind(contract);
  }
}
