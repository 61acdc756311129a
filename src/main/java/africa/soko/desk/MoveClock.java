package africa.soko.desk;

import africa.soko.ledger.Book;
import africa.soko.ledger.Command;
import africa.soko.ledger.Decision;
import africa.soko.ledger.Needs;
import africa.soko.platform.db.Key;
import java.time.Duration;
import java.time.Instant;

/// Moves a sandbox partner's clock ahead to a time; it never goes back.
record MoveClock(String partnerId, Instant to) implements Command {
  @Override
  public void needs(Needs needs) {
    needs.maybe(TestClock.TABLE, Key.of(partnerId));
  }

  @Override
  public Decision decide(Book book) {
    // Up, for a clock that is short of a due time by less than a millisecond does nothing.
    var offset = Duration.between(book.realNow(), to).plusMillis(1).toMillis();
    var known = book.find(TestClock.TABLE, Key.of(partnerId));
    if (offset > (known == null ? 0 : known.offsetMillis())) {
      book.put(TestClock.TABLE, new TestClock(partnerId, offset));
    }
    return Decision.nothing();
  }
}
