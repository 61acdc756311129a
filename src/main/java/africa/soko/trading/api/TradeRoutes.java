package africa.soko.trading.api;

import africa.soko.edge.Answer;
import africa.soko.edge.Call;
import africa.soko.edge.Contract;
import africa.soko.edge.ErrorCode;
import africa.soko.edge.Refused;
import africa.soko.ledger.Account;
import africa.soko.ledger.Ledger;
import africa.soko.market.MarketView;
import africa.soko.market.catalogue.Instrument;
import africa.soko.platform.money.Usd;
import africa.soko.subaccount.AccountNames;
import africa.soko.trading.CancelOrder;
import africa.soko.trading.Fees;
import africa.soko.trading.IssueQuote;
import africa.soko.trading.Order;
import africa.soko.trading.PlaceOrder;
import africa.soko.trading.Price;
import africa.soko.trading.Side;
import africa.soko.trading.Venue;
import io.vertx.core.Future;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/// Quote, trade, cancel: for sub-accounts and for the partner's own account.
public final class TradeRoutes {
  private static final int CLIENT_ORDER_ID_CHARS_MAX = 128;

  private final Ledger ledger;
  private final Venue venue;
  private final AccountNames accounts;
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

  public TradeRoutes(
      Ledger ledger, Venue venue, AccountNames accounts, OrderStore orders, Usd fullKycFrom) {
    this.ledger = ledger;
    this.venue = venue;
    this.accounts = accounts;
    this.orders = orders;
    this.fullKycFrom = fullKycFrom;
  }

  public void bind(Contract contract) {
    contract.change("issueQuote", this::quote);
    contract.change(
        "placeSubAccountOrder", call -> subAccount(call).compose(id -> trade(call, id)));
    contract.change("placeMasterOrder", call -> trade(call, Account.MASTER));
    contract.change(
        "cancelSubAccountOrder", call -> subAccount(call).compose(id -> cancel(call, id)));
    contract.change("cancelMasterOrder", call -> cancel(call, Account.MASTER));
  }

  private Future<String> subAccount(Call call) {
    return accounts.resolve(call.caller(), call.path("userId"));
  }

  private Future<Answer> quote(Call call) {
    var query = call.query();
    var market = venue.of(call.caller().partnerId());
    var instrument = market.catalogue().named(call.path("symbol"));
    query.requiredText("type");
    var side = query.one("type", Side.class);
    if (side == null) throw new IllegalStateException("type was required");
    var size = TradeInput.size(side, query.decimal("quantity"), query.decimal("cashValue"));
    var price = price(market, instrument, call);
    var terms = call.caller().terms();
    return context(call, query.text("subAccountId"))
        .compose(
            account ->
                ledger.send(
                    new IssueQuote(
                        call.caller().partnerId(),
                        account,
                        instrument.symbol(),
                        instrument.exchange().code(),
                        side,
                        size,
                        price,
                        new Fees(terms.baseFeeBps(), terms.markupFeeBps())),
                    call.origin()));
  }

  private Future<String> context(Call call, @Nullable String subAccountId) {
    return subAccountId == null
        ? Future.succeededFuture(Account.MASTER)
        : accounts.resolve(call.caller(), subAccountId);
  }

  private static Price price(MarketView market, Instrument instrument, Call call) {
    if (market.takesOrders(instrument)) return Price.known(market, instrument, call.now());
    throw Refused.of(ErrorCode.MARKET_CLOSED, "%s cannot be traded now", instrument.symbol())
        .asException();
  }

  private Future<Answer> trade(Call call, String accountId) {
    var body = call.body(TradeRequest.class);
    var market = venue.of(call.caller().partnerId());
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
    return ledger.send(
        new PlaceOrder(
            call.caller().partnerId(),
            accountId,
            instrument.symbol(),
            instrument.exchange().code(),
            body.type(),
            size,
            body.quoteId(),
            body.clientOrderId(),
            takesOrders ? venue.slot(instrument, call.now()) : null,
            fullKycFrom),
        call.origin());
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
    var partnerId = call.caller().partnerId();
    return orders
        .find(partnerId, accountId, call.path("orderId"))
        .compose(
            found -> {
              var order = found.orElseThrow(OrderRoutes::notFound).terms();
              return ledger.send(
                  new CancelOrder(
                      partnerId, order.orderId(), accountId, order.symbol(), order.side()),
                  call.origin());
            });
  }
}
