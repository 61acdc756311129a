package africa.soko.trading;

import africa.soko.platform.db.Fields;
import africa.soko.platform.db.Table;
import africa.soko.trading.Order.Progress;
import africa.soko.trading.Order.Rejection;
import africa.soko.trading.Order.Settlement;
import africa.soko.trading.Order.Terms;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// How an [Order] is a row.
public final class OrderTable {
  public static final Table<Order> ORDERS =
      Table.<Order>named("orders")
          .key("partner_id", o -> o.terms().partnerId())
          .key("order_id", o -> o.terms().orderId())
          .text("account_id", o -> o.terms().accountId())
          .text("external_id", o -> o.terms().externalId())
          .constant("side", o -> o.terms().side())
          .constant("kind", o -> o.terms().kind())
          .text("symbol", o -> o.terms().symbol())
          .text("exchange", o -> o.terms().exchange())
          .text("currency", o -> o.terms().currency())
          .decimal("quantity", o -> o.terms().quantity())
          .usd("cash_value", o -> o.terms().cashValue())
          .text("quote_id", o -> o.terms().quoteId())
          .text("client_order_id", o -> o.terms().clientOrderId())
          .integer("base_fee_bps", o -> o.terms().fees().baseBps())
          .integer("markup_fee_bps", o -> o.terms().fees().markupBps())
          .flag("test", o -> o.terms().test())
          .instant("created_at", o -> o.terms().createdAt())
          .fixed()
          .constant("status", o -> o.progress().status())
          .decimal("filled_quantity", o -> o.progress().filledQuantity())
          .decimal("filled_value", o -> o.progress().filledValue())
          .decimal("reserved", o -> o.progress().reserved())
          .usd("escrow_gross", o -> o.progress().escrowGross())
          .usd("escrow_fee", o -> o.progress().escrowFee())
          .usd("gross", o -> o.progress().gross())
          .usd("base_fee", o -> o.progress().baseFee())
          .usd("markup_fee", o -> o.progress().markupFee())
          .decimal("average_price", o -> o.progress().averagePrice())
          .decimal("fx_rate", o -> o.progress().fxRate())
          .usd("refunded", o -> o.progress().refunded())
          .instant("due_at", o -> o.progress().dueAt())
          .instant("queued_until", o -> o.progress().queuedUntil())
          .instant("settled_at", o -> o.progress().settledAt())
          .date("settlement_date", o -> ifSettling(o, Settlement::date))
          .instant("settlement_due_at", o -> ifSettling(o, Settlement::dueAt))
          .constant("settlement_status", o -> ifSettling(o, Settlement::state))
          .constant("rejection_code", o -> ifRejected(o, Rejection::code))
          .text("rejection_reason", o -> ifRejected(o, Rejection::reason))
          .text("cancel_reason", o -> o.progress().cancelReason())
          .integer("report_count", o -> o.progress().reportCount())
          .instant("updated_at", o -> o.progress().updatedAt())
          .readBy(f -> new Order(terms(f), progress(f)));

  private OrderTable() {}

  private static <T> @Nullable T ifSettling(Order order, Function<Settlement, T> get) {
    var settlement = order.progress().settlement();
    return settlement == null ? null : get.apply(settlement);
  }

  private static <T> @Nullable T ifRejected(Order order, Function<Rejection, T> get) {
    var rejection = order.progress().rejection();
    return rejection == null ? null : get.apply(rejection);
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
        f.decimal("quantity"),
        f.maybeUsd("cash_value"),
        f.maybeText("quote_id"),
        f.maybeText("client_order_id"),
        new Fees(f.integer("base_fee_bps"), f.integer("markup_fee_bps")),
        f.flag("test"),
        f.instant("created_at"));
  }

  private static Progress progress(Fields f) {
    return new Progress(
        f.constant("status", Order.Status.class),
        f.decimal("filled_quantity"),
        f.decimal("filled_value"),
        f.decimal("reserved"),
        f.usd("escrow_gross"),
        f.usd("escrow_fee"),
        f.usd("gross"),
        f.usd("base_fee"),
        f.usd("markup_fee"),
        f.maybeDecimal("average_price"),
        f.decimal("fx_rate"),
        f.maybeUsd("refunded"),
        f.maybeInstant("due_at"),
        f.maybeInstant("queued_until"),
        f.maybeInstant("settled_at"),
        readSettlement(f),
        readRejection(f),
        f.maybeText("cancel_reason"),
        f.integer("report_count"),
        f.instant("updated_at"));
  }

  private static @Nullable Settlement readSettlement(Fields f) {
    var state = f.maybeConstant("settlement_status", Settlement.State.class);
    if (state == null) return null;
    var date = Objects.requireNonNull(f.maybeDate("settlement_date"));
    return new Settlement(date, f.instant("settlement_due_at"), state);
  }

  private static @Nullable Rejection readRejection(Fields f) {
    var code = f.maybeConstant("rejection_code", RejectionCode.class);
    return code == null ? null : new Rejection(code, f.text("rejection_reason"));
  }
}
