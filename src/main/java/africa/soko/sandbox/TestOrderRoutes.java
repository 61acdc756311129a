package africa.soko.sandbox;

import africa.soko.edge.Answer;
import africa.soko.edge.Call;
import africa.soko.edge.Contract;
import africa.soko.edge.ErrorCode;
import africa.soko.edge.Input;
import africa.soko.edge.Refused;
import africa.soko.edge.RefusedException;
import africa.soko.platform.money.Usd;
import africa.soko.trading.Price;
import africa.soko.trading.Side;
import africa.soko.trading.order.OrderRef;
import africa.soko.trading.order.OrderRoutes;
import africa.soko.trading.order.OrderStore;
import africa.soko.trading.order.OrderView;
import africa.soko.trading.quote.Dealing;
import africa.soko.trading.quote.Fees;
import africa.soko.trading.quote.Size;
import africa.soko.trading.quote.TradeInput;
import io.vertx.core.Future;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The test tools for orders (SPEC "Sandbox test tools").
public final class TestOrderRoutes {
  private static final int LISTED_MAX = 200;

  private final Dealing dealing;
  private final OrderStore orders;
  private final Usd fullKycFrom;

  record TradeRequest(
      String symbol,
      Side type,
      BigDecimal quantity,
      String subAccountId,
      @Nullable TestOutcome outcome) {}

  record AdvanceRequest(@Nullable TestOutcome outcome, @Nullable Boolean settle) {
    AdvanceRequest checked() {
      if (outcome == null && settle == null) {
        throw Refused.of(ErrorCode.MISSING_PARAM, "outcome or settle is required")
            .with("params", List.of("outcome", "settle"))
            .asException();
      }
      if (outcome != null && settle != null) {
        throw Refused.invalid("settle", "outcome and settle exclude each other").asException();
      }
      if (Boolean.FALSE.equals(settle)) throw Input.invalid("settle", "must be true");
      if (outcome == TestOutcome.PENDING) throw Input.invalid("outcome", "must not be PENDING");
      return this;
    }
  }

  record TestOrders(List<OrderView> orders) {}

  public TestOrderRoutes(Dealing dealing, OrderStore orders, Usd fullKycFrom) {
    this.dealing = dealing;
    this.orders = orders;
    this.fullKycFrom = fullKycFrom;
  }

  public void bind(Contract contract) {
    contract.change("testTrade", this::trade);
    contract.change("advanceTestOrder", this::advance);
    contract.read("listTestOrders", this::list);
  }

  private Future<Answer> trade(Call call) {
    var body = call.body(TradeRequest.class);
    var market = dealing.market(call);
    var instrument = market.catalogue().named(body.symbol());
    var units = (Size.Units) TradeInput.size(body.type(), body.quantity(), null);
    var outcome = body.outcome() == null ? TestTrade.ofQuantity(units.quantity()) : body.outcome();
    return dealing
        .account(call, body.subAccountId())
        .compose(
            account ->
                dealing.send(
                    new TestTrade(
                        call.caller().partnerId(),
                        account,
                        instrument.symbol(),
                        instrument.exchange().code(),
                        body.type(),
                        units.quantity(),
                        outcome,
                        Price.known(market, instrument, call.now()),
                        Fees.of(call.caller()),
                        dealing.venue().session(instrument),
                        fullKycFrom),
                    call));
  }

  private Future<Answer> advance(Call call) {
    var body = call.body(AdvanceRequest.class).checked();
    return orders
        .findAny(call.caller().partnerId(), call.path("orderId"))
        .map(found -> found.orElseThrow(TestOrderRoutes::notFound).terms().ref())
        .compose(ref -> dealing.send(advance(ref, body.outcome(), call), call));
  }

  private AdvanceTestOrder advance(OrderRef ref, @Nullable TestOutcome outcome, Call call) {
    var market = dealing.market(call);
    var instrument = market.catalogue().named(ref.symbol());
    var price = Price.known(market, instrument, call.now());
    return new AdvanceTestOrder(ref, outcome, price, dealing.venue().session(instrument));
  }

  private Future<Answer> list(Call call) {
    return orders
        .tests(call.caller().partnerId(), OrderRoutes.status(call.query()), LISTED_MAX)
        .map(found -> Answer.ok(new TestOrders(found.stream().map(OrderView::of).toList())));
  }

  private static RefusedException notFound() {
    return Refused.of(ErrorCode.NOT_FOUND, "No such order").asException();
  }
}
