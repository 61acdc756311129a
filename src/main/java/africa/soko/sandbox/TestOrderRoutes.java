package africa.soko.sandbox;

import africa.soko.edge.Answer;
import africa.soko.edge.Call;
import africa.soko.edge.Contract;
import africa.soko.edge.ErrorCode;
import africa.soko.edge.Refused;
import africa.soko.edge.RefusedException;
import africa.soko.ledger.Ledger;
import africa.soko.platform.money.Usd;
import africa.soko.subaccount.AccountNames;
import africa.soko.trading.Fees;
import africa.soko.trading.OrderView;
import africa.soko.trading.Price;
import africa.soko.trading.Side;
import africa.soko.trading.Size;
import africa.soko.trading.Venue;
import africa.soko.trading.api.OrderRoutes;
import africa.soko.trading.api.OrderStore;
import africa.soko.trading.api.TradeInput;
import io.vertx.core.Future;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The test tools for orders (SPEC "Sandbox test tools").
public final class TestOrderRoutes {
  private static final int LISTED_MAX = 200;

  private final Ledger ledger;
  private final Venue venue;
  private final AccountNames accounts;
  private final OrderStore orders;
  private final Usd fullKycFrom;

  record TradeRequest(
      String symbol,
      Side type,
      BigDecimal quantity,
      String subAccountId,
      @Nullable TestOutcome outcome) {}

  record AdvanceRequest(@Nullable TestOutcome outcome, @Nullable Boolean settle) {}

  record TestOrders(List<OrderView> orders) {}

  public TestOrderRoutes(
      Ledger ledger, Venue venue, AccountNames accounts, OrderStore orders, Usd fullKycFrom) {
    this.ledger = ledger;
    this.venue = venue;
    this.accounts = accounts;
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
    var market = venue.of(call.caller().partnerId());
    var instrument = market.catalogue().named(body.symbol());
    var units = (Size.Units) TradeInput.size(body.type(), body.quantity(), null);
    var outcome = body.outcome() == null ? TestTrade.ofQuantity(units.quantity()) : body.outcome();
    var terms = call.caller().terms();
    return accounts
        .resolve(call.caller(), body.subAccountId())
        .compose(
            account ->
                ledger.send(
                    new TestTrade(
                        call.caller().partnerId(),
                        account,
                        instrument.symbol(),
                        instrument.exchange().code(),
                        body.type(),
                        units.quantity(),
                        outcome,
                        Price.known(market, instrument, call.now()),
                        new Fees(terms.baseFeeBps(), terms.markupFeeBps()),
                        venue.settlement(instrument, call.now()),
                        fullKycFrom),
                    call.origin()));
  }

  private Future<Answer> advance(Call call) {
    var body = call.body(AdvanceRequest.class);
    if (body.outcome() == null && body.settle() == null) {
      throw Refused.of(ErrorCode.MISSING_PARAM, "outcome or settle is required")
          .with("params", List.of("outcome", "settle"))
          .asException();
    }
    if (body.outcome() != null && body.settle() != null) {
      throw Refused.invalid("settle", "outcome and settle exclude each other").asException();
    }
    if (Boolean.FALSE.equals(body.settle()))
      throw Refused.invalid("settle", "settle must be true").asException();
    if (body.outcome() == TestOutcome.PENDING) {
      throw Refused.invalid("outcome", "An order cannot be advanced to PENDING").asException();
    }
    var partnerId = call.caller().partnerId();
    return orders
        .findTest(partnerId, call.path("orderId"))
        .compose(
            found -> {
              var order = found.orElseThrow(TestOrderRoutes::notFound).terms();
              var market = venue.of(partnerId);
              var instrument = market.catalogue().named(order.symbol());
              return ledger.send(
                  new AdvanceTestOrder(
                      partnerId,
                      order.orderId(),
                      order.accountId(),
                      order.symbol(),
                      order.side(),
                      body.outcome(),
                      Price.known(market, instrument, call.now()),
                      venue.settlement(instrument, call.now())),
                  call.origin());
            });
  }

  private Future<Answer> list(Call call) {
    return orders
        .tests(call.caller().partnerId(), OrderRoutes.status(call.query()), LISTED_MAX)
        .map(found -> Answer.ok(new TestOrders(found.stream().map(OrderView::of).toList())));
  }

  private static RefusedException notFound() {
    return Refused.of(ErrorCode.NOT_FOUND, "No such test order").asException();
  }
}
