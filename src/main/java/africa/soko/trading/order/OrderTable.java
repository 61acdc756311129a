package africa.soko.trading.order;

import africa.soko.ledger.Account;
import africa.soko.ledger.Book;
import africa.soko.platform.db.Fields;
import africa.soko.platform.db.Table;
import africa.soko.trading.Side;
import africa.soko.trading.order.Order.Agenda;
import africa.soko.trading.order.Order.Ask;
import africa.soko.trading.order.Order.Cancellation;
import africa.soko.trading.order.Order.Cost;
import africa.soko.trading.order.Order.End;
import africa.soko.trading.order.Order.Filled;
import africa.soko.trading.order.Order.Held;
import africa.soko.trading.order.Order.Progress;
import africa.soko.trading.order.Order.Rejection;
import africa.soko.trading.order.Order.Settlement;
import africa.soko.trading.order.Resting.Term;
import africa.soko.trading.order.Resting.TimeInForce;
import africa.soko.trading.order.Resting.Trigger;
import africa.soko.trading.quote.Fees;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// How an [Order] is a row.
public final class OrderTable {
  public static final Table<Order> ORDERS =
      Table.<Order>named("orders")
          .key("partner_id", o -> o.terms().partnerId())
          .key("account_id", o -> o.terms().accountId())
          .key("order_id", o -> o.terms().orderId())
          .text("external_id", o -> o.terms().externalId())
          .constant("side", o -> o.terms().side())
          .constant("kind", o -> o.terms().kind())
          .text("symbol", o -> o.terms().symbol())
          .text("exchange", o -> o.terms().exchange())
          .text("currency", o -> o.terms().currency())
          .text("quote_id", o -> o.terms().quoteId())
          .text("client_order_id", o -> o.terms().clientOrderId())
          .integer("base_fee_bps", o -> o.terms().fees().baseBps())
          .integer("markup_fee_bps", o -> o.terms().fees().markupBps())
          .flag("test", o -> o.terms().test())
          .instant("created_at", o -> o.terms().createdAt())
          .fixed()
          .decimal("quantity", o -> o.ask().quantity())
          .usd("cash_value", o -> o.ask().cashValue())
          .decimal("reserved", o -> o.held().units())
          .usd("escrow_gross", o -> o.held().gross())
          .usd("escrow_fee", o -> o.held().fee())
          .decimal("filled_quantity", o -> o.filled().quantity())
          .decimal("filled_value", o -> o.filled().value())
          .decimal("average_price", o -> o.filled().averagePrice())
          .instant("settled_at", o -> o.filled().at())
          .usd("gross", o -> o.cost().gross())
          .usd("base_fee", o -> o.cost().baseFee())
          .usd("markup_fee", o -> o.cost().markupFee())
          .decimal("fx_rate", o -> o.cost().fxRate())
          .instant("due_at", o -> o.agenda().dueAt())
          .instant("queued_until", o -> o.agenda().queuedUntil())
          .decimal("limit_price", o -> of(o.resting(), r -> r.bounds().limit()))
          .decimal("stop_price", o -> of(o.resting(), r -> r.bounds().stop()))
          .constant("time_in_force", o -> of(o.resting(), r -> r.term().timeInForce()))
          .date("good_till_date", o -> of(o.resting(), r -> r.term().goodTillDate()))
          .instant("expires_at", o -> of(o.resting(), r -> r.term().expiresAt()))
          .decimal("fx_basis", o -> of(o.resting(), Resting::fxBasis))
          .instant("stopped_at", o -> of(o.resting(), Resting::stoppedAt))
          .decimal("trigger_price", o -> of(trigger(o), Trigger::price))
          .decimal("trigger_fx_rate", o -> of(trigger(o), Trigger::fxRate))
          .instant("triggered_at", o -> of(trigger(o), Trigger::at))
          .date("settlement_date", o -> of(o.settlement(), Settlement::date))
          .constant("settlement_status", o -> of(o.settlement(), Settlement::state))
          .constant("rejection_code", o -> of(o.rejection(), Rejection::code))
          .text("rejection_reason", o -> of(o.rejection(), Rejection::reason))
          .text("cancel_reason", o -> of(o.cancellation(), Cancellation::reason))
          .usd("refunded", o -> of(o.cancellation(), Cancellation::refunded))
          .flag("expired", o -> o.cancellation() != null && o.cancellation().isExpiry())
          .constant("status", o -> o.progress().status())
          .integer("report_count", o -> o.progress().reportCount())
          .instant("updated_at", o -> o.progress().updatedAt())
          .readBy(OrderTable::read);

  private OrderTable() {}

  /// Writes an order, and counts it with its account as long as it is open.
  static void put(Book book, Order order) {
    var isNew = order.progress().reportCount() == 1;
    var terms = order.terms();
    var key = Order.key(terms.partnerId(), terms.accountId(), terms.orderId());
    var wasOpen = !isNew && book.get(ORDERS, key).isOpen();
    book.put(ORDERS, order);
    if (wasOpen == order.isOpen()) return;
    var account = book.get(Account.TABLE, Account.key(terms.partnerId(), terms.accountId()));
    var counted = account.balances().plusOpenOrders(order.isOpen() ? 1 : -1);
    book.put(Account.TABLE, account.with(counted));
  }

  /// A column of a part that is not always there.
  private static <P, T> @Nullable T of(@Nullable P part, Function<P, @Nullable T> get) {
    return part == null ? null : get.apply(part);
  }

  private static Order read(Fields f) {
    return new Order(
        terms(f),
        new Ask(f.decimal("quantity"), f.maybeUsd("cash_value")),
        new Held(f.decimal("reserved"), f.usd("escrow_gross"), f.usd("escrow_fee")),
        new Filled(
            f.decimal("filled_quantity"),
            f.decimal("filled_value"),
            f.maybeDecimal("average_price"),
            f.maybeInstant("settled_at")),
        new Cost(f.usd("gross"), f.usd("base_fee"), f.usd("markup_fee"), f.decimal("fx_rate")),
        new Agenda(f.maybeInstant("due_at"), f.maybeInstant("queued_until")),
        resting(f),
        settlement(f),
        end(f),
        new Progress(
            f.constant("status", Order.Status.class),
            f.integer("report_count"),
            f.instant("updated_at")));
  }

  private static Terms terms(Fields f) {
    return new Terms(
        f.text("partner_id"),
        f.text("order_id"),
        f.text("account_id"),
        f.maybeText("external_id"),
        f.constant("side", Side.class),
        f.constant("kind", Order.Kind.class),
        f.text("symbol"),
        f.text("exchange"),
        f.text("currency"),
        f.maybeText("quote_id"),
        f.maybeText("client_order_id"),
        new Fees(f.integer("base_fee_bps"), f.integer("markup_fee_bps")),
        f.flag("test"),
        f.instant("created_at"));
  }

  private static @Nullable Trigger trigger(Order order) {
    return of(order.resting(), Resting::trigger);
  }

  private static @Nullable Resting resting(Fields f) {
    var timeInForce = f.maybeConstant("time_in_force", TimeInForce.class);
    if (timeInForce == null) return null;
    return new Resting(
        new Bounds(f.maybeDecimal("limit_price"), f.maybeDecimal("stop_price")),
        new Term(timeInForce, f.maybeDate("good_till_date"), f.instant("expires_at")),
        f.decimal("fx_basis"),
        f.maybeInstant("stopped_at"),
        triggerOf(f));
  }

  private static @Nullable Trigger triggerOf(Fields f) {
    var price = f.maybeDecimal("trigger_price");
    if (price == null) return null;
    return new Trigger(price, f.decimal("trigger_fx_rate"), f.instant("triggered_at"));
  }

  private static @Nullable Settlement settlement(Fields f) {
    var state = f.maybeConstant("settlement_status", Settlement.State.class);
    if (state == null) return null;
    return new Settlement(Objects.requireNonNull(f.maybeDate("settlement_date")), state);
  }

  private static @Nullable End end(Fields f) {
    var code = f.maybeConstant("rejection_code", RejectionCode.class);
    if (code != null) return new Rejection(code, f.text("rejection_reason"));
    var reason = f.maybeText("cancel_reason");
    return reason == null
        ? null
        : new Cancellation(reason, f.maybeUsd("refunded"), f.flag("expired"));
  }
}
