package africa.soko.ledger;

import africa.soko.ledger.Transfer.Conversion;
import africa.soko.ledger.Transfer.Entry;
import africa.soko.platform.db.Key;
import africa.soko.platform.money.Usd;
import org.jspecify.annotations.Nullable;

/// The only code that changes a balance: it moves money between two pockets and writes the
/// transfer.
///
/// @param orderId the order that the money moves for, if any
/// @param note the partner's own words, if any
/// @param conversion how a local amount became dollars, if it did
public record Posting(
    @Nullable String orderId, @Nullable String note, @Nullable Conversion conversion) {

  public static final Posting PLAIN = new Posting(null, null, null);

  public static Posting forOrder(String orderId) {
    return new Posting(orderId, null, null);
  }

  /// Moves an amount; nothing happens for zero. The caller has checked that the money is there.
  ///
  /// @throws IllegalStateException if a balance would fall below zero
  public void move(Book book, Transfer.Type type, Pocket from, Pocket to, Usd amount) {
    if (!amount.isZero()) transfer(book, type, from, to, amount);
  }

  /// Moves an amount of more than zero, and returns what was written of it. What goes into a master
  /// wallet that no command of the batch has to see gets its number and its balance at the end.
  ///
  /// @throws IllegalStateException if a balance would fall below zero
  public Transfer transfer(Book book, Transfer.Type type, Pocket from, Pocket to, Usd amount) {
    if (!amount.isPositive()) throw new IllegalStateException("Cannot move " + amount);
    var isLate = to.equals(Pocket.MASTER_WALLET) && !book.knows(Account.TABLE, key(book, to));
    var debit = change(book, from, amount.negated());
    var credit = isLate ? null : change(book, to, amount);
    var transfer =
        new Transfer(
            book.partnerId(),
            book.newId(Transfer.PREFIX),
            type,
            from,
            to,
            amount,
            debit,
            credit,
            orderId,
            note,
            conversion,
            book.now());
    book.add(transfer);
    return transfer;
  }

  private static @Nullable Entry change(Book book, Pocket pocket, Usd delta) {
    return switch (pocket.kind()) {
      case WALLET -> {
        var account = account(book, pocket);
        var before = account.balances();
        var after = before.withCash(balance(pocket, before.cash().plus(delta)));
        book.put(Account.TABLE, account.with(after));
        yield new Entry(after.entries(), after.cash());
      }
      case ESCROW -> {
        var account = account(book, pocket);
        var before = account.balances();
        var after = before.withEscrow(balance(pocket, before.escrow().plus(delta)));
        book.put(Account.TABLE, account.with(after));
        yield null;
      }
      case VENUE, FEES, OPERATOR -> null;
    };
  }

  private static Account account(Book book, Pocket pocket) {
    return book.get(Account.TABLE, key(book, pocket));
  }

  private static Key key(Book book, Pocket pocket) {
    return Account.key(book.partnerId(), pocket.accountId());
  }

  private static Usd balance(Pocket pocket, Usd balance) {
    if (balance.micros() < 0) throw new IllegalStateException(pocket + " would hold " + balance);
    return balance;
  }
}
