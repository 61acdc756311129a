package africa.soko.trading.order;

import africa.soko.edge.Answer;
import africa.soko.edge.Call;
import africa.soko.edge.Contract;
import africa.soko.edge.ErrorCode;
import africa.soko.edge.Refused;
import africa.soko.ledger.Account;
import africa.soko.platform.money.Usd;
import africa.soko.trading.Price;
import africa.soko.trading.Side;
import africa.soko.trading.quote.Dealing;
import africa.soko.trading.quote.TradeInput;
import io.vertx.core.Future;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/// Trade and cancel: for sub-accounts and for the partner's own account.
public final class TradeRoutes {
  private static final int CLIENT_ORDER_ID_CHARS_MAX = 128;

  private final Dealing dealing;
  private final OrderStore orders;
  private final Usd fullKycFrom;

  /// How long an order may rest; a market order does not.
  enum TimeInForce {
    DAY
  }

  /// The body of a trade (SPEC "Sub-accounts", "Partner master account trading").
  record TradeRequest(
      String symbol,
      Side type,
      @Nullable BigDecimal quantity,
      @Nullable BigDecimal cashValue,
      @Nullable String quoteId,
      Order.@Nullable Kind orderType,
      @Nullable TimeInForce timeInForce,
      @Nullable String subAccountId,
      @Nullable String clientOrderId) {}

  public TradeRoutes(Dealing dealing, OrderStore orders, Usd fullKycFrom) {
    this.dealing = dealing;
    this.orders = orders;
    this.fullKycFrom = fullKycFrom;
  }

  public void bind(Contract contract) {
    contract.change(
        "placeSubAccountOrder", call -> subAccount(call).compose(id -> trade(call, id)));
    contract.change("placeMasterOrder", call -> trade(call, Account.MASTER));
    contract.change(
        "cancelSubAccountOrder", call -> subAccount(call).compose(id -> cancel(call, id)));
    contract.change("cancelMasterOrder", call -> cancel(call, Account.MASTER));
  }

  private Future<String> subAccount(Call call) {
    return dealing.account(call, call.path("userId"));
  }

  private Future<Answer> trade(Call call, String accountId) {
    var body = call.body(TradeRequest.class);
    var market = dealing.market(call);
    var instrument = market.catalogue().named(body.symbol());
    var size = TradeInput.size(body.type(), body.quantity(), body.cashValue());
    checkReferences(call, accountId, body);
    if (body.quoteId() == null) {
      throw Refused.of(ErrorCode.QUOTE_REQUIRED, "A trade needs the quoteId of a quote")
          .with("param", "quoteId")
          .asException();
    }
    var takesOrders = market.takesOrders(instrument);
    if (takesOrders) Price.known(market, instrument, call.now());
    return dealing.send(
        new PlaceOrder(
            call.caller().partnerId(),
            accountId,
            instrument.symbol(),
            instrument.exchange().code(),
            body.type(),
            size,
            body.quoteId(),
            body.clientOrderId(),
            takesOrders ? dealing.venue().session(instrument) : null,
            fullKycFrom),
        call);
  }

  private static void checkReferences(Call call, String accountId, TradeRequest body) {
    var scope = body.subAccountId();
    var isMaster = Account.MASTER.equals(accountId);
    var matches =
        scope == null
            || (!isMaster && (scope.equals(accountId) || scope.equals(call.path("userId"))));
    if (!matches) {
      throw Refused.invalid("subAccountId", "subAccountId is not that of the path").asException();
    }
    var reference = body.clientOrderId();
    if (reference != null
        && (reference.isEmpty() || reference.length() > CLIENT_ORDER_ID_CHARS_MAX)) {
      throw Refused.invalid("clientOrderId", "clientOrderId has 1 to 128 characters").asException();
    }
  }

  /// The rows to lock follow from what never changes of the order, so it is read first.
  private Future<Answer> cancel(Call call, String accountId) {
    return orders
        .find(call.caller().partnerId(), accountId, call.path("orderId"))
        .map(found -> found.orElseThrow(OrderRoutes::notFound).terms().ref())
        .compose(ref -> dealing.send(new CancelOrder(ref), call));
  }
}
