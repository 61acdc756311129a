package africa.soko.trading.order;

import africa.soko.edge.Answer;
import africa.soko.edge.Call;
import africa.soko.edge.Contract;
import africa.soko.edge.ErrorCode;
import africa.soko.edge.Refused;
import africa.soko.ledger.Account;
import africa.soko.platform.money.Usd;
import africa.soko.trading.Price;
import africa.soko.trading.quote.Dealing;
import africa.soko.trading.quote.Size;
import africa.soko.trading.quote.TradeInput;
import io.vertx.core.Future;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Replace: for sub-accounts and for the partner's own account (SPEC "Order rules").
public final class ReplaceRoutes {
  private final Dealing dealing;
  private final OrderStore orders;
  private final Usd fullKycFrom;

  record ReplaceRequest(
      @Nullable BigDecimal limitPrice,
      @Nullable BigDecimal stopPrice,
      @Nullable BigDecimal quantity) {

    ReplaceRequest checked() {
      if (limitPrice != null || stopPrice != null || quantity != null) return this;
      throw Refused.of(ErrorCode.MISSING_PARAM, "limitPrice, stopPrice or quantity is required")
          .with("params", List.of("limitPrice", "stopPrice", "quantity"))
          .asException();
    }

    /// What is asked of an order; what never changes of it says which prices and sizes there are.
    ReplaceOrder command(Terms terms, Call call, Dealing dealing, Usd fullKycFrom) {
      var market = dealing.market(call);
      var instrument = market.catalogue().named(terms.symbol());
      var rule = PriceRule.of(market, instrument);
      var size = quantity == null ? null : TradeInput.size(terms.side(), quantity, null);
      return new ReplaceOrder(
          terms.ref(),
          limitPrice == null ? null : rule.checked("limitPrice", limitPrice),
          stopPrice == null ? null : rule.checked("stopPrice", stopPrice),
          size instanceof Size.Units(var units) ? units : null,
          Price.latest(market, instrument, call.now()).orElse(null),
          market.takesOrders(instrument) ? dealing.venue().session(instrument) : null,
          fullKycFrom);
    }
  }

  public ReplaceRoutes(Dealing dealing, OrderStore orders, Usd fullKycFrom) {
    this.dealing = dealing;
    this.orders = orders;
    this.fullKycFrom = fullKycFrom;
  }

  public void bind(Contract contract) {
    contract.change(
        "replaceSubAccountOrder",
        call -> {
          var body = call.body(ReplaceRequest.class).checked();
          return dealing
              .account(call, call.path("userId"))
              .compose(account -> replace(call, account, body));
        });
    contract.change(
        "replaceMasterOrder",
        call -> replace(call, Account.MASTER, call.body(ReplaceRequest.class).checked()));
  }

  private Future<Answer> replace(Call call, String accountId, ReplaceRequest body) {
    return orders
        .find(call.caller().partnerId(), accountId, call.path("orderId"))
        .map(found -> found.orElseThrow(OrderRoutes::notFound).terms())
        .compose(terms -> dealing.send(body.command(terms, call, dealing, fullKycFrom), call));
  }
}
