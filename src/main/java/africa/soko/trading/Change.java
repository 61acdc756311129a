package africa.soko.trading;

import africa.soko.platform.money.Usd;
import africa.soko.trading.Order.Progress;
import africa.soko.trading.Order.Rejection;
import africa.soko.trading.Order.Settlement;
import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// The next progress of an order, in the making: starts as the present one and lives within one
/// decision.
final class Change {
  private final Order order;
  Order.Status status;
  BigDecimal filledQuantity;
  BigDecimal filledValue;
  BigDecimal reserved;
  Usd escrowGross;
  Usd escrowFee;
  Usd gross;
  Usd baseFee;
  Usd markupFee;
  @Nullable BigDecimal averagePrice;
  BigDecimal fxRate;
  @Nullable Usd refunded;
  @Nullable Instant settledAt;
  @Nullable Settlement settlement;
  @Nullable Rejection rejection;
  @Nullable String cancelReason;

  Change(Order order) {
    this.order = order;
    var now = order.progress();
    status = now.status();
    filledQuantity = now.filledQuantity();
    filledValue = now.filledValue();
    reserved = now.reserved();
    escrowGross = now.escrowGross();
    escrowFee = now.escrowFee();
    gross = now.gross();
    baseFee = now.baseFee();
    markupFee = now.markupFee();
    averagePrice = now.averagePrice();
    fxRate = now.fxRate();
    refunded = now.refunded();
    settledAt = now.settledAt();
    settlement = now.settlement();
    rejection = now.rejection();
    cancelReason = now.cancelReason();
  }

  /// The order with this change and one more execution report.
  Order reported(Instant now) {
    var before = order.progress();
    return new Order(
        order.terms(),
        new Progress(
            status,
            filledQuantity,
            filledValue,
            reserved,
            escrowGross,
            escrowFee,
            gross,
            baseFee,
            markupFee,
            averagePrice,
            fxRate,
            refunded,
            before.dueAt(),
            before.queuedUntil(),
            settledAt,
            settlement,
            rejection,
            cancelReason,
            before.reportCount() + 1,
            now));
  }
}
