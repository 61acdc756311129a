package africa.soko.market;

import africa.soko.edge.Contract;
import africa.soko.market.catalogue.StockRoutes;
import africa.soko.market.company.CompanyRoutes;
import africa.soko.market.exchange.ExchangeRoutes;
import africa.soko.market.fx.FxRoutes;
import africa.soko.market.price.MarketQuoteRoutes;
import africa.soko.market.product.InstrumentRoutes;
import africa.soko.market.product.ProductRoutes;
import africa.soko.market.product.Products;
import africa.soko.platform.config.Range;

/// The operations of market data. All of them answer from memory.
public final class MarketRoutes {
  private final Market market;
  private final Range fillSeconds;

  /// @param fillSeconds how long the live desk takes for a market order, in market hours
  public MarketRoutes(Market market, Range fillSeconds) {
    this.market = market;
    this.fillSeconds = fillSeconds;
  }

  public void bind(Contract contract) {
    new MarketQuoteRoutes(market).bind(contract);
    new StockRoutes(market).bind(contract);
    new ExchangeRoutes(market, fillSeconds).bind(contract);
    new FxRoutes(market).bind(contract);
    var products = Products.load();
    new InstrumentRoutes(market, products).bind(contract);
    new ProductRoutes(market, products).bind(contract);
    new CompanyRoutes(market).bind(contract);
  }
}
