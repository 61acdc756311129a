package africa.soko.trading;

import africa.soko.edge.Contract;
import africa.soko.edge.Environment;
import africa.soko.feature.Check;
import africa.soko.feature.Core;
import africa.soko.feature.Feature;
import africa.soko.feature.Retention;
import africa.soko.ledger.Command;
import africa.soko.ledger.Due;
import africa.soko.platform.config.Setting;
import africa.soko.platform.db.Fields;
import africa.soko.platform.money.Usd;
import africa.soko.subaccount.AccountNames;
import africa.soko.trading.equity.EquityDays;
import africa.soko.trading.equity.EquityRoutes;
import africa.soko.trading.order.ExecuteOrder;
import africa.soko.trading.order.OrderRef;
import africa.soko.trading.order.OrderRoutes;
import africa.soko.trading.order.OrderStore;
import africa.soko.trading.order.TradeRoutes;
import africa.soko.trading.position.GainRoutes;
import africa.soko.trading.position.PortfolioRoutes;
import africa.soko.trading.position.PortfolioStore;
import africa.soko.trading.quote.Dealing;
import africa.soko.trading.quote.Quote;
import africa.soko.trading.quote.QuoteRoutes;
import africa.soko.trading.quote.QuoteStore;
import africa.soko.trading.settlement.SettleOrder;
import java.time.Instant;
import java.util.List;

/// Quotes, orders, positions and settlement of one environment, put together.
public final class Trading implements Feature {
  private static final List<String> REF =
      List.of("partner_id", "order_id", "account_id", "symbol", "side");

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
    new OrderRoutes(orders, names, venue).bind(contract);
    new PortfolioRoutes(new PortfolioStore(core.pool()), names, venue).bind(contract);
    new GainRoutes(core.pool(), names, venue).bind(contract);
    new EquityRoutes(core.pool(), names).bind(contract);
  }

  @Override
  public List<Due<?>> due() {
    return List.of(QuoteStore.EXPIRING, executions(venue), SETTLEMENTS, EquityDays.due(venue));
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
        "status = 'PENDING'",
        REF,
        new Due.Gate("exchange", venue::open),
        Trading::ref,
        (order, now) -> execute(venue, order, now));
  }

  /// Fills whose settlement day has come.
  private static final Due<OrderRef> SETTLEMENTS =
      new Due<>(
          "orders",
          "settlement_due_at",
          "settlement_status = 'UNSETTLED' AND status <> 'PARTIALLY_FILLED'",
          REF,
          null,
          Trading::ref,
          (order, _) -> new SettleOrder(order));

  private static Command execute(Venue venue, OrderRef order, Instant now) {
    var market = venue.of(order.partnerId());
    var instrument = market.catalogue().find(order.symbol());
    return new ExecuteOrder(
        order,
        instrument.filter(market::takesOrders).isPresent(),
        instrument.flatMap(traded -> Price.latest(market, traded, now)).orElse(null),
        instrument.map(venue::session).orElse(null));
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
