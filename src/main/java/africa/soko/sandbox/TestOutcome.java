package africa.soko.sandbox;

import africa.soko.edge.Refused;
import africa.soko.ledger.Account;
import africa.soko.ledger.Book;
import africa.soko.platform.money.Rounding;
import africa.soko.trading.Price;
import africa.soko.trading.Session;
import africa.soko.trading.order.Execution;
import africa.soko.trading.order.Hold;
import africa.soko.trading.order.Order;
import africa.soko.trading.order.Order.Status;
import africa.soko.trading.order.RejectionCode;
import africa.soko.trading.settlement.Settling;
import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/// What a partner wants a test order to come to (SPEC "Sandbox order").
enum TestOutcome {
  PENDING,
  FILL,
  PARTIAL_FILL,
  REJECT,
  CANCEL,
  FAIL_SETTLEMENT;

  /// What an open order can be moved to.
  static final List<String> MOVES =
      Stream.of(values()).filter(outcome -> outcome != PENDING).map(Enum::name).toList();

  /// What came of it.
  sealed interface Result {}

  record Moved(Order order) implements Result {}

  record Impossible(Refused why) implements Result {}

  /// Moves an open order. One that rests fills at its limit where the market is not there yet, and
  /// is with the desk from its first fill in part.
  Result apply(Book book, Order order, Price latest, Session session) {
    var price = Objects.requireNonNull(order.priceToPay(latest));
    var execution = Execution.of(book, order);
    var rest = order.remainingQuantity();
    var account = Account.key(order.terms().partnerId(), order.terms().accountId());
    var hold = fills() ? Hold.of(book.get(Account.TABLE, account)) : null;
    if (hold != null) return new Moved(execution.reject(hold.code(), hold.reason()));
    return switch (this) {
      case PENDING -> new Moved(order);
      case FILL -> new Moved(execution.fill(rest, true, price, session));
      case PARTIAL_FILL -> {
        var setOff = Execution.of(book, order.setOff(price, session, book.now()));
        yield new Moved(setOff.fill(half(rest), false, price, session));
      }
      case REJECT ->
          new Moved(execution.reject(RejectionCode.OTHER, "Rejected by the sandbox's test tools"));
      case CANCEL -> new Moved(execution.cancel("Cancelled by the sandbox's test tools"));
      case FAIL_SETTLEMENT -> {
        var filled = execution.fill(rest, true, price, session);
        if (filled.progress().status() != Status.FILLED) yield new Moved(filled);
        var obstacle = Settling.cannotFail(book, filled);
        yield obstacle == null ? new Moved(Settling.fail(book, filled)) : new Impossible(obstacle);
      }
    };
  }

  private boolean fills() {
    return this == FILL || this == PARTIAL_FILL || this == FAIL_SETTLEMENT;
  }

  /// Half of what is left, rounded down, at least one unit (DECISIONS 6): of a single unit, all.
  private static BigDecimal half(BigDecimal rest) {
    return Rounding.half(rest).max(BigDecimal.ONE);
  }
}
