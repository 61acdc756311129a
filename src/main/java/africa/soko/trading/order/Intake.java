package africa.soko.trading.order;

import africa.soko.edge.ErrorCode;
import africa.soko.edge.Refused;
import africa.soko.ledger.Account;
import africa.soko.ledger.Account.KycLevel;
import africa.soko.ledger.Account.KycStatus;
import africa.soko.ledger.Book;
import africa.soko.ledger.Pocket;
import africa.soko.ledger.Posting;
import africa.soko.ledger.Transfer;
import africa.soko.platform.money.Usd;
import africa.soko.trading.order.Order.Agenda;
import africa.soko.trading.order.Order.Ask;
import africa.soko.trading.quote.Size.Valuation;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/// Takes orders in: may this account trade, has it what the order needs, and setting that aside.
public final class Intake {
  private Intake() {}

  /// Whether the account itself may trade: its state, then its KYC (SPEC "KYC"). The partner's own
  /// account needs no KYC.
  ///
  /// @param fullKycFrom the total above which level FULL is needed
  public static @Nullable Refused ineligible(Account account, Usd total, Usd fullKycFrom) {
    var immovable = account.cannotMove();
    if (immovable != null) return immovable;
    if (account.isMaster()) return null;
    var standing = account.standing();
    if (standing.kycStatus() != KycStatus.VERIFIED) {
      return Refused.of(
          ErrorCode.KYC_REQUIRED,
          "The sub-account's KYC status is %s and must be VERIFIED",
          standing.kycStatus());
    }
    if (standing.kycLevel() != KycLevel.FULL && total.compareTo(fullKycFrom) > 0) {
      return Refused.of(
          ErrorCode.KYC_REQUIRED, "An order over %s USD needs KYC level FULL", fullKycFrom);
    }
    return null;
  }

  /// Whether cash for a BUY, or units for a SELL, are lacking.
  public static @Nullable Refused lacking(Book book, Terms terms, Valuation value) {
    return switch (terms.side()) {
      case BUY -> {
        var key = Account.key(terms.partnerId(), terms.accountId());
        var cash = book.get(Account.TABLE, key).balances().cash();
        var cost = value.gross().plus(value.fee());
        yield cash.covers(cost)
            ? null
            : Refused.of(
                ErrorCode.INSUFFICIENT_FUNDS,
                "The order costs %s USD and the wallet holds %s USD",
                cost,
                cash);
      }
      case SELL -> {
        var available = terms.position(book).available();
        yield available.compareTo(value.units()) >= 0
            ? null
            : Refused.of(
                ErrorCode.INSUFFICIENT_UNITS,
                "The order sells %s units and %s are available",
                value.units().toPlainString(),
                available.toPlainString());
      }
    };
  }

  /// Writes the order, sets its cash or units aside, and tells of it. Nothing may be lacking.
  public static Order accept(
      Book book, Terms terms, Ask ask, Valuation value, BigDecimal fxRate, Agenda agenda) {
    var now = book.now();
    var order = setAside(book, Order.placed(terms, ask, value, fxRate, agenda, null, now), value);
    OrderEvents.pending(book, order);
    return order;
  }

  /// The same for an order that rests.
  static Order accept(Book book, Terms terms, Ask ask, Valuation value, Resting resting) {
    var basis = resting.fxBasis();
    var placed = Order.placed(terms, ask, value, basis, Agenda.NONE, resting, book.now());
    var order = setAside(book, placed, value);
    OrderEvents.working(book, order);
    return order;
  }

  private static Order setAside(Book book, Order order, Valuation value) {
    var terms = order.terms();
    switch (terms.side()) {
      case BUY -> {
        var posting = Posting.forOrder(terms.orderId());
        var wallet = Pocket.wallet(terms.accountId());
        var escrow = Pocket.escrow(terms.accountId());
        posting.move(book, Transfer.Type.INVEST, wallet, escrow, value.gross());
        posting.move(book, Transfer.Type.FEE, wallet, escrow, value.fee());
      }
      case SELL -> terms.position(book).reserve(value.units());
    }
    ExecutionReport.write(book, ExecutionReport.Type.RECEIPT, order);
    return order;
  }
}
