package africa.soko.model;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/// What the model knows of an order. Amounts in cents.
final class Order {
  enum Status {
    PENDING,
    PARTIALLY_FILLED,
    FILLED,
    REJECTED,
    CANCELLED
  }

  final String id;
  final String symbol;
  final boolean buy;

  /// Whether the test tools placed it, so that the desk leaves it alone.
  final boolean test;

  final BigDecimal quantity;
  Status status = Status.PENDING;

  /// In escrow for a BUY.
  long held;

  /// Units set aside for a SELL.
  BigDecimal reserved;

  BigDecimal filled = BigDecimal.ZERO;
  long gross;
  long fee;
  long markup;
  boolean unsettled;

  /// What a SELL took of which lots.
  List<Holding.Lot> sold = new ArrayList<>();

  Order(String id, String symbol, boolean buy, boolean test, BigDecimal quantity, long held) {
    this.id = id;
    this.symbol = symbol;
    this.buy = buy;
    this.test = test;
    this.quantity = quantity;
    this.held = held;
    this.reserved = buy ? BigDecimal.ZERO : quantity;
  }

  Order copy() {
    var copy = new Order(id, symbol, buy, test, quantity, held);
    copy.status = status;
    copy.reserved = reserved;
    copy.filled = filled;
    copy.gross = gross;
    copy.fee = fee;
    copy.markup = markup;
    copy.unsettled = unsettled;
    copy.sold = new ArrayList<>(sold);
    return copy;
  }

  boolean isOpen() {
    return status == Status.PENDING || status == Status.PARTIALLY_FILLED;
  }

  /// What a SELL brought.
  long net() {
    return gross - fee;
  }

  @Override
  public String toString() {
    return "%s %d held, %s reserved, %s filled for %d, %d, %d %s of %s"
        .formatted(status, held, reserved, filled, gross, fee, markup, unsettled, sold);
  }
}
