package africa.soko.trading.position;

import africa.soko.edge.Answer;
import africa.soko.edge.Call;
import africa.soko.edge.Contract;
import africa.soko.ledger.Account;
import africa.soko.market.MarketView;
import africa.soko.subaccount.AccountNames;
import africa.soko.trading.Price;
import africa.soko.trading.Venue;
import io.vertx.core.Future;
import org.jspecify.annotations.Nullable;

/// Portfolios, of sub-accounts and of the partner's own account.
public final class PortfolioRoutes {
  private final PortfolioStore portfolios;
  private final AccountNames names;
  private final Venue venue;

  public PortfolioRoutes(PortfolioStore portfolios, AccountNames names, Venue venue) {
    this.portfolios = portfolios;
    this.names = names;
    this.venue = venue;
  }

  public void bind(Contract contract) {
    contract.read(
        "getSubAccountPortfolio",
        call -> names.existing(call.caller(), call.path("userId")).compose(id -> of(call, id)));
    contract.read("getMasterPortfolio", call -> of(call, Account.MASTER));
  }

  private Future<Answer> of(Call call, String accountId) {
    var partnerId = call.caller().partnerId();
    var market = venue.of(partnerId);
    return portfolios
        .assets(partnerId, accountId)
        .map(
            assets ->
                Answer.ok(
                    Portfolio.of(
                        assets.holdings(),
                        assets.cash(),
                        assets.escrow(),
                        symbol -> price(market, symbol, call))));
  }

  private static @Nullable Price price(MarketView market, String symbol, Call call) {
    return market
        .catalogue()
        .find(symbol)
        .flatMap(instrument -> Price.latest(market, instrument, call.now()))
        .orElse(null);
  }
}
