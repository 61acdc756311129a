package africa.soko.ledger;

import africa.soko.platform.db.Group;
import africa.soko.platform.db.Key;
import africa.soko.platform.db.Selection;
import africa.soko.platform.db.Table;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// The rows that the commands of a batch ask for, each once, in the order in which they are locked:
/// by the name of their table, then by key, and last the accounts that a partner's other accounts
/// pay into.
public final class Needs {
  private final SortedMap<Selection<?>, SortedSet<Key>> keys = new TreeMap<>();
  private final SortedMap<Table<?>, SortedSet<Key>> expected = new TreeMap<>();
  private final SortedSet<Key> masters = new TreeSet<>();
  private final SortedSet<Key> credited = new TreeSet<>();

  /// A row that is there, unless whoever asks is mistaken.
  public void row(Table<?> table, Key key) {
    ask(table, key);
    add(expected, table, key);
  }

  /// A row that may well not be there, for example one that the command is about to make.
  public void maybe(Table<?> table, Key key) {
    ask(table, key);
  }

  /// The master account of a partner, where the command only pays into its wallet.
  public void credit(String partnerId) {
    credited.add(Account.key(partnerId, Account.MASTER));
  }

  /// All rows of a group, for example the open lots of a holding.
  public void group(Group<?> group, Key key) {
    add(keys, group, key);
  }

  SortedMap<Selection<?>, SortedSet<Key>> keys() {
    return keys;
  }

  /// The master accounts, to be locked after everything else. Where one command of the batch has to
  /// see one, all are locked now that the batch pays into, so that their order is kept.
  SortedSet<Key> masters() {
    if (!masters.isEmpty()) masters.addAll(credited);
    return masters;
  }

  /// The rows that were expected and that the book does not hold.
  SortedMap<Table<?>, SortedSet<Key>> missing(Book book) {
    var missing = new TreeMap<Table<?>, SortedSet<Key>>();
    expected.forEach(
        (table, asked) ->
            asked.stream()
                .filter(key -> book.find(table, key) == null)
                .forEach(key -> add(missing, table, key)));
    return missing;
  }

  private void ask(Table<?> table, Key key) {
    if (table.equals(Account.TABLE) && key.equals(Account.key(key.partnerId(), Account.MASTER))) {
      masters.add(key);
    } else {
      add(keys, table, key);
    }
  }

  private static <S extends Selection<?>> void add(
      Map<S, SortedSet<Key>> all, S selection, Key key) {
    all.computeIfAbsent(selection, _ -> new TreeSet<>()).add(key);
  }
}
