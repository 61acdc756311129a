package africa.soko.trading.equity;

import africa.soko.ledger.Account;
import africa.soko.ledger.Account.Status;
import africa.soko.ledger.Book;
import africa.soko.ledger.Command;
import africa.soko.ledger.Decision;
import africa.soko.ledger.Needs;
import africa.soko.platform.db.Key;
import africa.soko.trading.Price;
import africa.soko.trading.position.Holding;
import africa.soko.trading.position.Portfolio;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Writes what an account is worth for a day that has ended, and makes the day after it due. A
/// closed account has its last one so. Harmless when repeated.
///
/// @param end of the day
/// @param prices the latest, by symbol
public record RecordEquity(
    String partnerId, String accountId, Instant end, Function<String, @Nullable Price> prices)
    implements Command {
  private static final Duration DAY = Duration.ofDays(1);

  @Override
  public String lane() {
    return partnerId + accountId;
  }

  @Override
  public void needs(Needs needs) {
    needs.row(Account.TABLE, Account.key(partnerId, accountId));
    needs.group(Holding.OF_ACCOUNT, Key.of(partnerId, accountId));
  }

  @Override
  public Decision decide(Book book) {
    var account = book.find(Account.TABLE, Account.key(partnerId, accountId));
    if (account == null || !end.equals(account.dayEnds()) || book.now().isBefore(end)) {
      return Decision.nothing();
    }
    var holdings =
        book.group(Holding.OF_ACCOUNT, Key.of(partnerId, accountId)).stream()
            .filter(holding -> holding.quantity().signum() > 0)
            .toList();
    var balances = account.balances();
    var worth = Portfolio.of(holdings, balances.cash(), balances.escrow(), prices).summary();
    book.put(EquityDay.TABLE, EquityDay.of(partnerId, accountId, worth, end, book.now()));
    var isLast = account.standing().status() == Status.CLOSED;
    book.put(Account.TABLE, account.withDayEnd(isLast ? null : end.plus(DAY)));
    return Decision.nothing();
  }
}
