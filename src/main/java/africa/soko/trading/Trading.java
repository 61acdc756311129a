package africa.soko.trading;

import africa.soko.edge.Contract;
import africa.soko.edge.Environment;
import africa.soko.feature.Check;
import africa.soko.feature.Core;
import africa.soko.feature.Feature;
import africa.soko.feature.Retention;
import africa.soko.feature.Worker;
import africa.soko.ledger.Command;
import africa.soko.ledger.Due;
import africa.soko.market.price.PriceSets;
import africa.soko.platform.config.Setting;
import africa.soko.platform.db.Fields;
import africa.soko.platform.money.Usd;
import africa.soko.subaccount.AccountNames;
import africa.soko.trading.equity.EquityDays;
import africa.soko.trading.equity.EquityRoutes;
import africa.soko.trading.order.ExecuteOrder;
import africa.soko.trading.order.ExpireOrder;
import africa.soko.trading.order.OrderRef;
import africa.soko.trading.order.OrderRoutes;
import africa.soko.trading.order.OrderStore;
import africa.soko.trading.order.PriceWatch;
import africa.soko.trading.order.PriceWatchVerticle;
import africa.soko.trading.order.ReplaceRoutes;
import africa.soko.trading.order.RestingStore;
import africa.soko.trading.order.TradeRoutes;
import africa.soko.trading.position.GainRoutes;
import africa.soko.trading.position.PortfolioRoutes;
import africa.soko.trading.position.PortfolioStore;
import africa.soko.trading.quote.Dealing;
import africa.soko.trading.quote.Quote;
import africa.soko.trading.quote.QuoteRoutes;
import africa.soko.trading.quote.QuoteStore;
import africa.soko.trading.settlement.FailureCount;
import africa.soko.trading.settlement.FailureRoutes;
import africa.soko.trading.settlement.SettleOrder;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// Quotes, orders, positions and settlement of one environment, put together.
public final class Trading implements Feature {
  private static final List<String> REF =
      List.of("partner_id", "order_id", "account_id", "symbol", "side");

  private static final Duration FAILURES_COUNTED_EVERY = Duration.ofSeconds(5);

  private final Core core;
  private final Venue venue;
  private final AccountNames names;
  private final OrderStore orders;
  private final Dealing dealing;
  private final Usd fullKycFrom;

  public Trading(Core core, Venue venue, AccountNames names) {
    this.core = core;
    this.venue = venue;
    this.names = names;
    orders = new OrderStore(core.pool(), core.environment() == Environment.LIVE);
    dealing = new Dealing(core.ledger(), venue, names);
    fullKycFrom = Usd.of(core.config().text(Setting.ORDER_FULL_KYC_THRESHOLD_USD));
  }

  @Override
  public void bind(Contract contract) {
    new QuoteRoutes(dealing).bind(contract);
    new TradeRoutes(dealing, orders, fullKycFrom).bind(contract);
    new ReplaceRoutes(dealing, orders, fullKycFrom).bind(contract);
    new OrderRoutes(orders, names, venue).bind(contract);
    new PortfolioRoutes(new PortfolioStore(core.pool()), names, venue).bind(contract);
    new GainRoutes(core.pool(), names, venue).bind(contract);
    new EquityRoutes(core.pool(), names).bind(contract);
  }

  @Override
  public void bindOperator(Contract.Operators contract) {
    new FailureRoutes(core.ledger(), core.pool()).bind(contract);
  }

  @Override
  public List<Due<?>> due() {
    return List.of(
        QuoteStore.EXPIRING, EXPIRIES, executions(venue), SETTLEMENTS, EquityDays.due(venue));
  }

  @Override
  public List<Worker> workers() {
    var pause = core.config().duration(Setting.DESK_PAUSE);
    return List.of(
        Worker.onEventLoop(
            new PriceWatchVerticle(
                new PriceWatch(
                    new RestingStore(core.pool()),
                    new PriceSets(core.pool(), "resting orders"),
                    core.ledger(),
                    venue),
                core.clock(),
                pause)),
        Worker.onEventLoop(new FailureCount(core, FAILURES_COUNTED_EVERY)));
  }

  @Override
  public List<Retention> retention() {
    var quotes = new QuoteStore(core.pool());
    return List.of(new Retention(core.clock(), Quote.REMEMBERED, List.of(quotes::prune)));
  }

  @Override
  public List<Check> checks() {
    return List.of(
        Check.ofEvent("order_filled", "An order is filled", "order.filled"),
        Check.ofEvents(
            "rejection_handled",
            "After a rejected order another one is filled",
            "order.rejected",
            "order.filled"),
        Check.ofEvent("order_cancelled", "An order is cancelled", "order.cancelled"),
        new Check(
            "settlement_seen",
            "A filled order settles",
            "EXISTS (SELECT FROM orders WHERE partner_id = $1 AND settlement_status = 'SETTLED')"));
  }

  /// What the test tools of the sandbox deal with as well.
  public Dealing dealing() {
    return dealing;
  }

  public OrderStore orders() {
    return orders;
  }

  public Usd fullKycFrom() {
    return fullKycFrom;
  }

  /// Orders for the desk, at the exchanges where it executes at the moment.
  static Due<OrderRef> executions(Venue venue) {
    return new Due<>(
        "orders",
        "due_at",
        "status IN ('PENDING', 'PARTIALLY_FILLED')",
        REF,
        new Due.Gate("exchange", venue::open),
        Trading::ref,
        (order, now) -> execute(venue, order, now));
  }

  /// Orders whose deadline has come while they rest.
  private static final Due<OrderRef> EXPIRIES =
      new Due<>(
          "orders",
          "expires_at",
          "status = 'WORKING'",
          REF,
          null,
          Trading::ref,
          (order, _) -> new ExpireOrder(order));

  /// Fills whose settlement day has come. What has failed to settle waits for an operator.
  private static final Due<SettleOrder> SETTLEMENTS =
      new Due<>(
          "execution_report",
          "settlement_due_at",
          "settlement_status = 'UNSETTLED' AND settlement_failed_at IS NULL",
          List.of("partner_id", "account_id", "order_id"),
          null,
          row ->
              new SettleOrder(row.text("partner_id"), row.text("account_id"), row.text("order_id")),
          (fills, _) -> fills);

  private static Command execute(Venue venue, OrderRef order, Instant now) {
    var market = venue.of(order.partnerId());
    var instrument = market.catalogue().find(order.symbol());
    return new ExecuteOrder(
        order,
        instrument.filter(market::takesOrders).isPresent(),
        instrument.flatMap(traded -> Price.latest(market, traded, now)).orElse(null),
        instrument.map(venue::session).orElse(null),
        venue.parts());
  }

  private static OrderRef ref(Fields row) {
    return new OrderRef(
        row.text("partner_id"),
        row.text("order_id"),
        row.text("account_id"),
        row.text("symbol"),
        row.constant("side", Side.class));
  }
}
