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
/// by the name of their table, then by key.
public final class Needs {
  private final SortedMap<Selection<?>, SortedSet<Key>> keys = new TreeMap<>();
  private final SortedMap<Table<?>, SortedSet<Key>> expected = new TreeMap<>();

  /// A row that is there, unless whoever asks is mistaken.
  public void row(Table<?> table, Key key) {
    add(keys, table, key);
    add(expected, table, key);
  }

  /// A row that may well not be there, for example one that the command is about to make.
  public void maybe(Table<?> table, Key key) {
    add(keys, table, key);
  }

  /// All rows of a group, for example the open lots of a holding.
  public void group(Group<?> group, Key key) {
    add(keys, group, key);
  }

  SortedMap<Selection<?>, SortedSet<Key>> keys() {
    return keys;
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

  private static <S extends Selection<?>> void add(
      Map<S, SortedSet<Key>> all, S selection, Key key) {
    all.computeIfAbsent(selection, _ -> new TreeSet<>()).add(key);
  }
}
