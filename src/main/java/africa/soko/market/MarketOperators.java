package africa.soko.market;

import africa.soko.edge.Answer;
import africa.soko.edge.Call;
import africa.soko.edge.Contract;
import africa.soko.edge.Input;
import africa.soko.edge.Refused;
import africa.soko.market.fx.FxStore;
import africa.soko.market.fx.FxTable;
import africa.soko.market.words.ArticleOperators;
import io.vertx.core.Future;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/// What operators change of the market that all share. A change is seen on this node before it is
/// answered, and on every other one within two seconds.
public final class MarketOperators {
  private static final BigDecimal RATE_MAX = new BigDecimal("1000000000");
  private static final int RATE_DECIMALS = 6;

  record RatesRequest(Map<String, BigDecimal> rates) {
    /// The rates that are to hold, all of currencies that the table has.
    Map<String, BigDecimal> checked(FxTable table) {
      if (rates.isEmpty()) throw Refused.invalid("rates", "rates names no currency").asException();
      var checked = new HashMap<String, BigDecimal>();
      rates.forEach(
          (currency, rate) -> {
            if (!table.localPerUsd().containsKey(currency)) {
              throw Refused.invalid("rates", currency + " is not in the FX table").asException();
            }
            checked.put(currency, Input.amount("rates", rate, RATE_MAX, RATE_DECIMALS));
          });
      return checked;
    }
  }

  private record Rates(String base, Map<String, BigDecimal> rates, Instant asOf) {}

  private final SharedMarket market;
  private final FxStore rates;
  private final ArticleOperators articles;
  private final DeclarationOperators declarations;
  private final Supplier<Future<Void>> look;

  /// @param look lets this node see what was changed
  public MarketOperators(
      SharedMarket market,
      FxStore rates,
      ArticleOperators articles,
      DeclarationOperators declarations,
      Supplier<Future<Void>> look) {
    this.market = market;
    this.rates = rates;
    this.articles = articles;
    this.declarations = declarations;
    this.look = look;
  }

  public void bind(Contract contract) {
    contract.change("setFxRates", this::setRates);
    articles.bind(contract, look);
    declarations.bind(contract, look);
  }

  private Future<Answer> setRates(Call call) {
    var wanted = call.body(RatesRequest.class).checked(market.view().snapshot().fx());
    return rates
        .set(wanted, call.now())
        .compose(_ -> look.get())
        .compose(_ -> rates.rates())
        .map(table -> Answer.ok(new Rates(FxTable.USD, table.localPerUsd(), table.asOf())));
  }
}
