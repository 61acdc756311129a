package africa.soko.trading.order;

import africa.soko.event.EventType;
import africa.soko.ledger.Book;
import africa.soko.platform.money.Usd;
import africa.soko.trading.Side;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The events of an order with their payloads (SPEC "Payload shapes").
public final class OrderEvents {
  private static final String USD = "USD";

  private OrderEvents() {}

  static final EventType PENDING = new EventType("order.pending");

  record Pending(
      String orderId,
      @Nullable String subAccountId,
      @Nullable String externalId,
      Side type,
      String symbol,
      BigDecimal quantity,
      Usd totalCost,
      Order.Status status) {}

  static final EventType FILLED = new EventType("order.filled", "trade.settled");

  record Filled(
      String orderId,
      @Nullable String subAccountId,
      Side type,
      String symbol,
      String exchange,
      BigDecimal quantity,
      Usd feeAmount,
      Order.Status status,
      @Nullable Instant settledAt,
      BigDecimal settlementUsdPrice,
      Usd totalCost) {}

  static final EventType REJECTED = new EventType("order.rejected", "trade.rejected");

  record Rejected(
      String orderId,
      @Nullable String subAccountId,
      Side type,
      String symbol,
      BigDecimal quantity,
      Order.Status status,
      RejectionCode rejectionCode,
      String rejectionReason) {}

  static final EventType CANCELLED = new EventType("order.cancelled");

  record Cancelled(
      String orderId,
      @Nullable String subAccountId,
      Side type,
      String symbol,
      BigDecimal quantity,
      Order.Status status,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Usd refunded,
      String currency) {}

  public static final List<EventType> EVENTS = List.of(PENDING, FILLED, REJECTED, CANCELLED);

  static void pending(Book book, Order order) {
    var terms = order.terms();
    book.emit(
        PENDING,
        new Pending(
            terms.orderId(),
            order.subAccountId(),
            terms.externalId(),
            terms.side(),
            terms.symbol(),
            order.ask().quantity(),
            order.totalCost(),
            order.progress().status()));
  }

  /// @param usdPrice of one unit, over all fills
  static void filled(Book book, Order order, BigDecimal usdPrice) {
    var terms = order.terms();
    book.emit(
        FILLED,
        new Filled(
            terms.orderId(),
            order.subAccountId(),
            terms.side(),
            terms.symbol(),
            terms.exchange(),
            order.filled().quantity(),
            order.cost().fee(),
            order.progress().status(),
            order.filled().at(),
            usdPrice,
            order.totalCost()));
  }

  static void rejected(Book book, Order order, Order.Rejection rejection) {
    var terms = order.terms();
    book.emit(
        REJECTED,
        new Rejected(
            terms.orderId(),
            order.subAccountId(),
            terms.side(),
            terms.symbol(),
            order.ask().quantity(),
            order.progress().status(),
            rejection.code(),
            rejection.reason()));
  }

  static void cancelled(Book book, Order order, Order.Cancellation cancellation) {
    var terms = order.terms();
    book.emit(
        CANCELLED,
        new Cancelled(
            terms.orderId(),
            order.subAccountId(),
            terms.side(),
            terms.symbol(),
            order.ask().quantity(),
            order.progress().status(),
            cancellation.refunded(),
            USD));
  }
}
