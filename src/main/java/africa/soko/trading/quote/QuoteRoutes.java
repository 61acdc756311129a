package africa.soko.trading.quote;

import africa.soko.edge.Answer;
import africa.soko.edge.Call;
import africa.soko.edge.Contract;
import africa.soko.edge.ErrorCode;
import africa.soko.edge.Refused;
import africa.soko.ledger.Account;
import africa.soko.market.MarketView;
import africa.soko.market.catalogue.Instrument;
import africa.soko.trading.Price;
import africa.soko.trading.Side;
import io.vertx.core.Future;
import org.jspecify.annotations.Nullable;

/// Quotes, for sub-accounts and for the partner's own account.
public final class QuoteRoutes {
  private final Dealing dealing;

  public QuoteRoutes(Dealing dealing) {
    this.dealing = dealing;
  }

  public void bind(Contract contract) {
    contract.change("issueQuote", this::issue);
  }

  private Future<Answer> issue(Call call) {
    var query = call.query();
    var market = dealing.market(call);
    var instrument = market.catalogue().named(call.path("symbol"));
    query.requiredText("type");
    var side = query.one("type", Side.class);
    if (side == null) throw new IllegalStateException("type was required");
    var size = TradeInput.size(side, query.decimal("quantity"), query.decimal("cashValue"));
    var price = price(market, instrument, call);
    return account(call, query.text("subAccountId"))
        .compose(
            account ->
                dealing.send(
                    new IssueQuote(
                        call.caller().partnerId(),
                        account,
                        instrument.symbol(),
                        instrument.exchange().code(),
                        side,
                        size,
                        price,
                        Fees.of(call.caller())),
                    call));
  }

  private Future<String> account(Call call, @Nullable String subAccountId) {
    return subAccountId == null
        ? Future.succeededFuture(Account.MASTER)
        : dealing.account(call, subAccountId);
  }

  private static Price price(MarketView market, Instrument instrument, Call call) {
    if (market.takesOrders(instrument)) return Price.known(market, instrument, call.now());
    throw Refused.of(ErrorCode.MARKET_CLOSED, "%s cannot be traded now", instrument.symbol())
        .asException();
  }
}
