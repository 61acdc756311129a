package africa.soko.trading;

import africa.soko.edge.ErrorCode;
import africa.soko.edge.Refused;
import africa.soko.ledger.Account;
import africa.soko.ledger.Account.KycLevel;
import africa.soko.ledger.Account.KycStatus;
import africa.soko.ledger.Account.Status;
import africa.soko.ledger.Book;
import africa.soko.ledger.Pocket;
import africa.soko.ledger.Posting;
import africa.soko.ledger.Transfer;
import africa.soko.platform.db.Key;
import africa.soko.platform.money.Usd;
import africa.soko.trading.Order.Progress;
import africa.soko.trading.Order.Terms;
import africa.soko.trading.Size.Valuation;
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
    if (account.status() != Status.ACTIVE) {
      return Refused.of(
              ErrorCode.FORBIDDEN,
              "Sub-account %s is %s",
              account.accountId(),
              account.status().text())
          .with("reason", account.status().text());
    }
    if (account.isMaster()) return null;
    if (account.kycStatus() != KycStatus.VERIFIED) {
      return Refused.of(
          ErrorCode.KYC_REQUIRED,
          "The sub-account's KYC status is %s and must be VERIFIED",
          account.kycStatus());
    }
    if (account.kycLevel() != KycLevel.FULL && total.compareTo(fullKycFrom) > 0) {
      return Refused.of(
          ErrorCode.KYC_REQUIRED, "An order over %s USD needs KYC level FULL", fullKycFrom);
    }
    return null;
  }

  /// Whether cash for a BUY, or units for a SELL, are lacking.
  public static @Nullable Refused lacking(Book book, Terms terms, Valuation value) {
    return switch (terms.side()) {
      case BUY -> {
        var account = book.get(Account.TABLE, Account.key(terms.partnerId(), terms.accountId()));
        var cost = value.gross().plus(value.fee());
        yield account.cash().covers(cost)
            ? null
            : Refused.of(
                ErrorCode.INSUFFICIENT_FUNDS,
                "The order costs %s USD and the wallet holds %s USD",
                cost,
                account.cash());
      }
      case SELL -> {
        var available = Holding.availableIn(book.find(Holding.TABLE, holdingKey(terms)));
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
  ///
  /// @param slot when the desk takes it up; null leaves it alone
  public static Order accept(
      Book book, Terms terms, Valuation value, BigDecimal fxRate, @Nullable Slot slot) {
    var isBuy = terms.side() == Side.BUY;
    var order =
        new Order(
            terms,
            new Progress(
                Order.Status.PENDING,
                BigDecimal.ZERO,
                BigDecimal.ZERO,
                isBuy ? BigDecimal.ZERO : value.units(),
                isBuy ? value.gross() : Usd.ZERO,
                isBuy ? value.fee() : Usd.ZERO,
                value.gross(),
                value.baseFee(),
                value.markupFee(),
                null,
                fxRate,
                null,
                slot == null ? null : slot.dueAt(),
                slot == null ? null : slot.queuedUntil(),
                null,
                null,
                null,
                null,
                1,
                book.now()));
    if (isBuy) {
      var posting = Posting.forOrder(terms.orderId());
      var wallet = Pocket.wallet(terms.accountId());
      var escrow = Pocket.escrow(terms.accountId());
      posting.move(book, Transfer.Type.INVEST, wallet, escrow, value.gross());
      posting.move(book, Transfer.Type.FEE, wallet, escrow, value.fee());
    } else {
      var holding = book.get(Holding.TABLE, holdingKey(terms));
      book.put(Holding.TABLE, holding.reserving(value.units()));
    }
    book.put(OrderTable.ORDERS, order);
    ExecutionReport.write(book, ExecutionReport.Type.RECEIPT, order, null, null);
    OrderEvents.pending(book, order);
    return order;
  }

  private static Key holdingKey(Terms terms) {
    return Holding.key(terms.partnerId(), terms.accountId(), terms.symbol());
  }
}
