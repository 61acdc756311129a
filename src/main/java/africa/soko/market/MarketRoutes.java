package africa.soko.market;

import africa.soko.edge.Answer;
import africa.soko.edge.Call;
import africa.soko.edge.Contract;
import africa.soko.edge.Encoded;
import africa.soko.market.ExchangeRoutes.ProcessingWindow;
import africa.soko.platform.config.Range;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/// The operations of market data. All of them answer from memory.
public final class MarketRoutes {
  private static final int SECONDS_OF_MINUTE = 60;

  /// Rates change when an operator says so; this long a caller may keep them.
  private static final Duration RATES_KEPT = Duration.ofMinutes(1);

  private record FxRates(String base, Map<String, BigDecimal> rates, Instant asOf) {}

  private final Market market;
  private final QuoteRoutes quotes;
  private final StockRoutes stocks;
  private final ExchangeRoutes exchanges;

  /// @param fillSeconds how long the live desk takes for a market order, in market hours
  public MarketRoutes(Market market, Range fillSeconds) {
    this.market = market;
    quotes = new QuoteRoutes(market);
    stocks = new StockRoutes(market);
    var window =
        new ProcessingWindow(
            fillSeconds.min() / SECONDS_OF_MINUTE,
            Math.ceilDiv(fillSeconds.max(), SECONDS_OF_MINUTE));
    exchanges = new ExchangeRoutes(market, window);
  }

  public void bind(Contract contract) {
    contract.hot("getMarketQuotes", quotes::quotes);
    contract.hot("listStocks", stocks::list);
    contract.hot("getStock", stocks::get);
    contract.hot("listExchanges", exchanges::list);
    contract.hot("getMarketStatus", exchanges::status);
    contract.hot("listHolidays", exchanges::holidays);
    contract.hot("getSettlement", exchanges::settlement);
    contract.hot("getFxRates", this::rates);
  }

  private Answer rates(Call call) {
    var table = market.snapshot().fx();
    var body = new FxRates(FxTable.USD, table.localPerUsd(), table.asOf());
    return Encoded.of(body, (int) RATES_KEPT.toSeconds()).answer(call);
  }
}
