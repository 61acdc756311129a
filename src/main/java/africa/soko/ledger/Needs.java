package africa.soko.ledger;

import africa.soko.platform.db.Group;
import africa.soko.platform.db.Key;
import africa.soko.platform.db.Table;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// The rows that the commands of a batch ask for, each once, in the order in which they are locked.
public final class Needs {
  private final SequencedMap<Table<?>, TreeSet<Key>> rows =
      new TreeMap<>(Comparator.comparingInt(Table::rank));
  private final Map<Group<?>, TreeSet<Key>> groups = new HashMap<>();

  public <V> void row(Table<V> table, Key key) {
    rows.computeIfAbsent(table, _ -> new TreeSet<>()).add(key);
  }

  /// All rows of a group, for example the open lots of a holding.
  public <V> void group(Group<V> group, Key key) {
    groups.computeIfAbsent(group, _ -> new TreeSet<>()).add(key);
  }

  public Map<Table<?>, ? extends Set<Key>> rows() {
    return rows;
  }

  public Map<Group<?>, ? extends Set<Key>> groups() {
    return groups;
  }
}
