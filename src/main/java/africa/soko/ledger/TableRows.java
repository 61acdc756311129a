package africa.soko.ledger;

import africa.soko.ledger.Book.Changes;
import africa.soko.platform.db.Group;
import africa.soko.platform.db.Key;
import africa.soko.platform.db.Table;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The rows of one table in a book, in three layers: as stored, as kept, and the draft of the
/// command that is being decided.
final class TableRows<V> {
  private final Table<V> table;
  private final Set<Key> known = new HashSet<>();
  private final Map<Key, V> stored = new HashMap<>();
  private final Map<Key, V> kept = new LinkedHashMap<>();
  private final Map<Key, V> draft = new LinkedHashMap<>();
  private final Map<Group<V>, Map<Key, SortedSet<Key>>> groups = new HashMap<>();

  TableRows(Table<V> table) {
    this.table = table;
  }

  void load(Collection<Key> keys, Collection<V> values) {
    known.addAll(keys);
    for (var value : values) {
      var key = table.keyOf(value);
      known.add(key);
      stored.put(key, value);
      groups.forEach((group, members) -> join(group, members, key, value));
    }
  }

  void load(Group<V> group, Collection<Key> keys, Collection<V> values) {
    var members = groups.computeIfAbsent(group, _ -> new HashMap<>());
    keys.forEach(key -> members.putIfAbsent(key, new TreeSet<>()));
    stored.forEach((key, value) -> join(group, members, key, value));
    load(List.of(), values);
  }

  boolean knows(Key key) {
    return known.contains(key);
  }

  @Nullable V find(Key key) {
    var value = latest(key);
    if (value == null && !known.contains(key)) {
      throw new IllegalStateException("Nobody asked for " + table.name() + " " + key);
    }
    return value;
  }

  /// The rows of a group as they are now, in the order of their keys. A draft that was dropped is
  /// still a member, without a row.
  List<V> group(Group<V> group, Key key) {
    var members = groups.getOrDefault(group, Map.of()).get(key);
    if (members == null) {
      throw new IllegalStateException("Nobody asked for " + group.name() + " " + key);
    }
    return members.stream().flatMap(member -> Stream.ofNullable(latest(member))).toList();
  }

  void put(V value) {
    var key = table.keyOf(value);
    draft.put(key, value);
    groups.forEach((group, members) -> join(group, members, key, value));
  }

  private @Nullable V latest(Key key) {
    var value = draft.get(key);
    if (value == null) value = kept.get(key);
    return value == null ? stored.get(key) : value;
  }

  private static <V> void join(Group<V> group, Map<Key, SortedSet<Key>> members, Key key, V value) {
    var others = members.get(group.groupOf().apply(value));
    if (others != null) others.add(key);
  }

  void keep() {
    kept.putAll(draft);
    draft.clear();
  }

  void drop() {
    draft.clear();
  }

  Changes<V> changes() {
    var inserts = new ArrayList<V>();
    var updates = new ArrayList<V>();
    kept.forEach(
        (key, value) -> {
          var before = stored.get(key);
          if (before == null) {
            inserts.add(value);
          } else if (!before.equals(value)) {
            table.requireFixed(before, value);
            updates.add(value);
          }
        });
    return new Changes<>(table, inserts, updates);
  }
}
