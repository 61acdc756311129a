package africa.soko.trading.order;

import africa.soko.event.EventType;
import africa.soko.ledger.Book;
import africa.soko.platform.money.Usd;
import africa.soko.trading.Side;
import africa.soko.trading.order.Resting.TimeInForce;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Objects;
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

  static final EventType WORKING = new EventType("order.working");

  /// What an order waits for.
  record Terms(
      Order.Kind orderType,
      @Nullable BigDecimal limitPrice,
      @Nullable BigDecimal stopPrice,
      TimeInForce timeInForce,
      @Nullable LocalDate goodTillDate,
      Instant expiresAt,
      @Nullable Instant stoppedAt) {
    static Terms of(Order order, Resting resting) {
      return new Terms(
          order.terms().kind(),
          resting.bounds().limit(),
          resting.bounds().stop(),
          resting.term().timeInForce(),
          resting.term().goodTillDate(),
          resting.term().expiresAt(),
          resting.stoppedAt());
    }
  }

  record Working(
      String orderId,
      @Nullable String subAccountId,
      Side type,
      String symbol,
      String exchange,
      BigDecimal quantity,
      @JsonUnwrapped Terms terms,
      Usd feeAmount,
      Order.Status status,
      @Nullable Instant settledAt,
      @Nullable BigDecimal settlementUsdPrice,
      Usd totalCost) {}

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
      Usd totalCost) {
    /// Of an order that has been filled, in part or whole.
    static Filled of(Order order) {
      var terms = order.terms();
      return new Filled(
          terms.orderId(),
          order.subAccountId(),
          terms.side(),
          terms.symbol(),
          terms.exchange(),
          order.filled().quantity(),
          order.cost().fee(),
          order.progress().status(),
          order.filled().at(),
          Objects.requireNonNull(order.filledUsdPrice()),
          order.totalCost());
    }
  }

  static final EventType PARTIALLY_FILLED = new EventType("order.partially_filled");

  record LastFill(
      BigDecimal filledQuantity,
      BigDecimal remainingQuantity,
      BigDecimal lastQuantity,
      BigDecimal lastPrice) {}

  record PartiallyFilled(@JsonUnwrapped Filled order, @JsonUnwrapped LastFill fill) {}

  static final EventType SETTLED = new EventType("order.settled");

  record Settled(@JsonUnwrapped Filled order, LocalDate settlementDate) {}

  static final EventType SETTLEMENT_FAILED = new EventType("order.settlement_failed");

  record SettlementFailed(@JsonUnwrapped Filled order, String reason) {}

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
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String orderLifecycle,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String cancelReason,
      String currency) {}

  static final EventType REPLACED = new EventType("order.replaced");

  /// The terms of an order before and after.
  record Version(
      BigDecimal quantity,
      @Nullable BigDecimal limitPrice,
      @Nullable BigDecimal stopPrice,
      Usd totalCost) {
    static Version of(Order order) {
      var bounds = Objects.requireNonNull(order.resting()).bounds();
      return new Version(order.ask().quantity(), bounds.limit(), bounds.stop(), order.totalCost());
    }
  }

  record Replaced(
      String orderId,
      @Nullable String subAccountId,
      String symbol,
      Side type,
      Version previous,
      Version current,
      Usd escrowDelta) {}

  public static final List<EventType> EVENTS =
      List.of(
          PENDING,
          WORKING,
          PARTIALLY_FILLED,
          FILLED,
          REJECTED,
          CANCELLED,
          REPLACED,
          SETTLED,
          SETTLEMENT_FAILED);

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

  /// Of an order that rests: when it is accepted, and again once its stop was reached.
  static void working(Book book, Order order) {
    var terms = order.terms();
    var resting = Objects.requireNonNull(order.resting());
    book.emit(
        WORKING,
        new Working(
            terms.orderId(),
            order.subAccountId(),
            terms.side(),
            terms.symbol(),
            terms.exchange(),
            order.ask().quantity(),
            Terms.of(order, resting),
            order.cost().fee(),
            order.progress().status(),
            order.filled().at(),
            order.filledUsdPrice(),
            order.totalCost()));
  }

  static void replaced(Book book, Order before, Order after) {
    var terms = after.terms();
    book.emit(
        REPLACED,
        new Replaced(
            terms.orderId(),
            after.subAccountId(),
            terms.symbol(),
            terms.side(),
            Version.of(before),
            Version.of(after),
            after.held().cash().minus(before.held().cash())));
  }

  static void filled(Book book, Order order) {
    book.emit(FILLED, Filled.of(order));
  }

  /// @param units of this fill
  /// @param price local, of this fill
  static void partiallyFilled(Book book, Order order, BigDecimal units, BigDecimal price) {
    var last = new LastFill(order.filled().quantity(), order.remainingQuantity(), units, price);
    book.emit(PARTIALLY_FILLED, new PartiallyFilled(Filled.of(order), last));
  }

  /// @param order of which the fills of one day have settled
  public static void settled(Book book, Order order, LocalDate day) {
    book.emit(SETTLED, new Settled(Filled.of(order), day));
  }

  public static void settlementFailed(Book book, Order order, String reason) {
    book.emit(SETTLEMENT_FAILED, new SettlementFailed(Filled.of(order), reason));
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
            cancellation.lifecycle(),
            cancellation.isExpiry() ? cancellation.reason() : null,
            USD));
  }
}
