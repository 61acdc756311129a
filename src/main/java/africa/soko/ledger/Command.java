package africa.soko.ledger;

/// One intended change of the books. It carries everything its decision depends on besides the
/// book: what was asked, and prices. Time and identifiers are handed out by the book.
public interface Command {
  String partnerId();

  /// Commands of one lane go one after the other, over one connection; those of several lanes go
  /// side by side. What locks mostly the rows of one account names it, so that lanes seldom wait
  /// for each other. Rows are locked whichever lane it is: nothing but speed depends on it.
  default String lane() {
    return partnerId();
  }

  /// Whether it changes which keys of the partner count. It then waits for the changes that run
  /// under them, and none of them commits after it.
  default boolean changesKeys() {
    return false;
  }

  /// Names the rows that [#decide] reads or changes. They are locked before it is called.
  void needs(Needs needs);

  /// Decides, and puts the new rows into the book. Pure: no I/O, no clock, no randomness. If it
  /// declines, whatever it has put is dropped.
  Decision decide(Book book);
}
