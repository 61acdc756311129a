package africa.soko.trading.order;

import africa.soko.platform.money.Usd;
import africa.soko.trading.Side;
import africa.soko.trading.order.Resting.TimeInForce;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/// An order as the partner sees it (SPEC "Order", DECISIONS 6).
public record OrderView(
    String orderId,
    @Nullable String subAccountId,
    @Nullable String externalId,
    Side type,
    Order.Kind orderType,
    String symbol,
    String exchange,
    String currency,
    BigDecimal quantity,
    @Nullable Usd cashValue,
    @Nullable BigDecimal limitPrice,
    @Nullable BigDecimal stopPrice,
    TimeInForce timeInForce,
    @Nullable LocalDate goodTillDate,
    @Nullable Instant expiresAt,
    @Nullable Instant stoppedAt,
    @Nullable BigDecimal triggeredPrice,
    @Nullable Instant triggeredAt,
    BigDecimal filledQuantity,
    BigDecimal remainingQuantity,
    Order.Status status,
    boolean replaceable,
    @Nullable BigDecimal averagePrice,
    BigDecimal fxRate,
    @Nullable BigDecimal settlementUsdPrice,
    Usd totalCost,
    Usd baseFee,
    Usd markupFee,
    Usd feeAmount,
    @Nullable Usd refunded,
    @Nullable Instant queuedUntil,
    @Nullable Instant settledAt,
    @Nullable LocalDate settlementDate,
    Order.Settlement.@Nullable State settlementStatus,
    @Nullable RejectionCode rejectionCode,
    @Nullable String rejectionReason,
    @Nullable String cancelReason,
    @Nullable String orderLifecycle,
    @Nullable String clientOrderId,
    @Nullable String quoteId,
    Instant createdAt,
    Instant updatedAt) {

  public static OrderView of(Order order) {
    var terms = order.terms();
    var resting = order.resting();
    var term = resting == null ? null : resting.term();
    var trigger = resting == null ? null : resting.trigger();
    var settlement = order.settlement();
    var rejection = order.rejection();
    var cancellation = order.cancellation();
    return new OrderView(
        terms.orderId(),
        order.subAccountId(),
        terms.externalId(),
        terms.side(),
        terms.kind(),
        terms.symbol(),
        terms.exchange(),
        terms.currency(),
        order.quantity(),
        order.ask().cashValue(),
        resting == null ? null : resting.bounds().limit(),
        resting == null ? null : resting.bounds().stop(),
        term == null ? TimeInForce.DAY : term.timeInForce(),
        term == null ? null : term.goodTillDate(),
        term == null ? null : term.expiresAt(),
        resting == null ? null : resting.stoppedAt(),
        trigger == null ? null : trigger.price(),
        trigger == null ? null : trigger.at(),
        order.filled().quantity(),
        order.remainingQuantity(),
        order.progress().status(),
        order.isReplaceable(),
        order.filled().averagePrice(),
        order.cost().fxRate(),
        order.filledUsdPrice(),
        order.totalCost(),
        order.cost().baseFee(),
        order.cost().markupFee(),
        order.cost().fee(),
        cancellation == null ? null : cancellation.refunded(),
        order.agenda().queuedUntil(),
        order.filled().at(),
        settlement == null ? null : settlement.date(),
        settlement == null ? null : settlement.state(),
        rejection == null ? null : rejection.code(),
        rejection == null ? null : rejection.reason(),
        cancellation == null ? null : cancellation.reason(),
        cancellation == null ? null : cancellation.lifecycle(),
        terms.clientOrderId(),
        terms.quoteId(),
        terms.createdAt(),
        order.progress().updatedAt());
  }
}
