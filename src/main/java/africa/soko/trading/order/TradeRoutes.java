package africa.soko.trading.order;

import africa.soko.edge.Answer;
import africa.soko.edge.Call;
import africa.soko.edge.Contract;
import africa.soko.edge.ErrorCode;
import africa.soko.edge.Input;
import africa.soko.edge.Refused;
import africa.soko.edge.RefusedException;
import africa.soko.ledger.Account;
import africa.soko.platform.money.Usd;
import africa.soko.subaccount.AccountNames;
import africa.soko.trading.Price;
import africa.soko.trading.Side;
import africa.soko.trading.order.Resting.TimeInForce;
import africa.soko.trading.quote.Dealing;
import africa.soko.trading.quote.TradeInput;
import io.vertx.core.Future;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Trade and cancel: for sub-accounts and for the partner's own account.
public final class TradeRoutes {
  private static final int CLIENT_ORDER_ID_CHARS_MAX = 128;

  private final Dealing dealing;
  private final OrderStore orders;
  private final Usd fullKycFrom;

  /// The body of a trade (SPEC "Sub-accounts", "Partner master account trading").
  record TradeRequest(
      String symbol,
      Side type,
      @Nullable BigDecimal quantity,
      @Nullable BigDecimal cashValue,
      @Nullable String quoteId,
      Order.@Nullable Kind orderType,
      @Nullable BigDecimal limitPrice,
      @Nullable BigDecimal stopPrice,
      @Nullable TimeInForce timeInForce,
      @Nullable LocalDate goodTillDate,
      @Nullable String subAccountId,
      @Nullable String clientOrderId) {

    /// What is asked for, of the account that is named. What the body says is checked before an
    /// account is looked up, and the price afterwards.
    Function<String, PlaceOrder> command(Call call, Dealing dealing, Usd fullKycFrom) {
      var market = dealing.market(call);
      var instrument = market.catalogue().named(symbol);
      var size = TradeInput.size(type, quantity, cashValue);
      var instruction = instruction(PriceRule.of(market, instrument));
      Input.maybeText("clientOrderId", clientOrderId, 1, CLIENT_ORDER_ID_CHARS_MAX);
      checkScope(call.maybePath("userId"));
      var quote = quoteId;
      if (quote == null) {
        throw Refused.of(ErrorCode.QUOTE_REQUIRED, "A trade needs the quoteId of a quote")
            .with("param", "quoteId")
            .asException();
      }
      return accountId -> {
        checkAccount(call, accountId);
        return new PlaceOrder(
            call.caller().partnerId(),
            accountId,
            instrument.symbol(),
            instrument.exchange().code(),
            type,
            size,
            quote,
            instruction,
            clientOrderId,
            Price.latest(market, instrument, call.now()).orElse(null),
            market.takesOrders(instrument) ? dealing.venue().session(instrument) : null,
            fullKycFrom);
      };
    }

    private Instruction instruction(PriceRule rule) {
      var kind = orderType == null ? Order.Kind.MARKET : orderType;
      if (kind == Order.Kind.MARKET) return atMarket();
      if (cashValue != null) throw Input.invalid("cashValue", "is for MARKET orders only");
      var limit = price("limitPrice", limitPrice, kind.hasLimit(), rule);
      var stop = price("stopPrice", stopPrice, kind.hasStop(), rule);
      var isGtd = timeInForce == TimeInForce.GTD;
      if (isGtd && goodTillDate == null) throw missing("goodTillDate");
      if (!isGtd && goodTillDate != null) throw unused("goodTillDate");
      return new Instruction(kind, new Bounds(limit, stop), goodTillDate);
    }

    private Instruction atMarket() {
      if (limitPrice != null) throw unused("limitPrice");
      if (stopPrice != null) throw unused("stopPrice");
      if (timeInForce == TimeInForce.GTD) throw Input.invalid("timeInForce", "must be DAY");
      if (goodTillDate != null) throw unused("goodTillDate");
      return Instruction.MARKET;
    }

    private static @Nullable BigDecimal price(
        String field, @Nullable BigDecimal price, boolean isUsed, PriceRule rule) {
      if (price == null) {
        if (isUsed) throw missing(field);
        return null;
      }
      if (!isUsed) throw unused(field);
      return rule.checked(field, price);
    }

    private static RefusedException missing(String field) {
      return Refused.of(ErrorCode.MISSING_PARAM, "%s is required for this order", field)
          .with("param", field)
          .asException();
    }

    private static RefusedException unused(String field) {
      return Input.invalid(field, "is not used by this kind of order");
    }

    /// As far as it can be told before the account is looked up.
    private void checkScope(@Nullable String userId) {
      if (subAccountId == null) return;
      if (userId == null || !AccountNames.mayBeOne(subAccountId, userId)) throw elsewhere();
    }

    private void checkAccount(Call call, String accountId) {
      if (subAccountId == null || subAccountId.equals(accountId)) return;
      if (!subAccountId.equals(call.maybePath("userId"))) throw elsewhere();
    }

    private static RefusedException elsewhere() {
      return Input.invalid("subAccountId", "is not that of the path");
    }
  }

  public TradeRoutes(Dealing dealing, OrderStore orders, Usd fullKycFrom) {
    this.dealing = dealing;
    this.orders = orders;
    this.fullKycFrom = fullKycFrom;
  }

  public void bind(Contract contract) {
    contract.change("placeSubAccountOrder", call -> trade(call, this::subAccount));
    contract.change(
        "placeMasterOrder", call -> trade(call, _ -> Future.succeededFuture(Account.MASTER)));
    contract.change(
        "cancelSubAccountOrder", call -> subAccount(call).compose(id -> cancel(call, id)));
    contract.change("cancelMasterOrder", call -> cancel(call, Account.MASTER));
  }

  private Future<String> subAccount(Call call) {
    return dealing.account(call, call.path("userId"));
  }

  private Future<Answer> trade(Call call, Function<Call, Future<String>> account) {
    var command = call.body(TradeRequest.class).command(call, dealing, fullKycFrom);
    return account.apply(call).compose(id -> dealing.send(command.apply(id), call));
  }

  /// The rows to lock follow from what never changes of the order, so it is read first.
  private Future<Answer> cancel(Call call, String accountId) {
    return orders
        .find(call.caller().partnerId(), accountId, call.path("orderId"))
        .map(found -> found.orElseThrow(OrderRoutes::notFound).terms().ref())
        .compose(ref -> dealing.send(new CancelOrder(ref), call));
  }
}
