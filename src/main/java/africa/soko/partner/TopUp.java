package africa.soko.partner;

import africa.soko.edge.ErrorCode;
import africa.soko.event.EventType;
import africa.soko.ledger.Account;
import africa.soko.ledger.Book;
import africa.soko.ledger.Command;
import africa.soko.ledger.Decision;
import africa.soko.ledger.Needs;
import africa.soko.ledger.Pocket;
import africa.soko.ledger.Posting;
import africa.soko.ledger.Transfer;
import africa.soko.platform.money.Usd;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Credits a partner's master wallet with money that the operator has received (SPEC "Event
/// catalogue", wallet.credited).
///
/// NOT_FOUND for a partner without books in the environment, LIMIT_EXCEEDED if the wallet would
/// hold more than [#BALANCE_MAX].
///
/// @param amount whole cents, more than zero
public record TopUp(String partnerId, Usd amount, @Nullable String note) implements Command {
  static final EventType CREDITED = new EventType("wallet.credited");
  public static final List<EventType> EVENTS = List.of(CREDITED);

  static final Usd BALANCE_MAX = Usd.of("1000000000000");

  /// What the operator gets back.
  ///
  /// @param walletBalance of the master wallet, after the top-up
  record ToppedUp(
      String partnerId, String transactionId, Usd amount, Usd walletBalance, String currency) {}

  /// SPEC "Payload shapes".
  record Credited(Usd amount, Usd newBalance, String currency) {}

  @Override
  public void needs(Needs needs) {
    needs.row(Account.TABLE, Account.key(partnerId, Account.MASTER));
  }

  @Override
  public Decision decide(Book book) {
    var key = Account.key(partnerId, Account.MASTER);
    var master = book.find(Account.TABLE, key);
    if (master == null) {
      return Decision.declined(ErrorCode.NOT_FOUND, "No such partner has books here");
    }
    if (!BALANCE_MAX.covers(master.balances().cash().plus(amount))) {
      return Decision.declined(
          ErrorCode.LIMIT_EXCEEDED, "A wallet holds at most %s USD", BALANCE_MAX);
    }
    var transfer =
        new Posting(null, note, null)
            .transfer(book, Transfer.Type.DEPOSIT, Pocket.OPERATOR, Pocket.MASTER_WALLET, amount);
    var balance = book.get(Account.TABLE, key).balances().cash();
    book.emit(CREDITED, new Credited(amount, balance, "USD"));
    return Decision.accepted(
        200, new ToppedUp(partnerId, transfer.transferId(), amount, balance, "USD"));
  }
}
