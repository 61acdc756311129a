package africa.soko.ledger;

import africa.soko.ledger.Book.Changes;
import africa.soko.platform.db.Key;
import africa.soko.platform.db.Table;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The rows of one table in a book, in three layers: as stored, as kept, and the draft of the
/// command that is being decided.
final class TableRows<V> {
  private final Set<Key> known = new HashSet<>();
  private final Map<Key, V> stored = new HashMap<>();
  private final Map<Key, V> kept = new LinkedHashMap<>();
  private final Map<Key, V> draft = new LinkedHashMap<>();

  void load(Collection<Key> keys, Collection<V> values, Table<V> table) {
    known.addAll(keys);
    for (var value : values) {
      var key = table.keyOf(value);
      known.add(key);
      stored.put(key, value);
    }
  }

  @Nullable V find(Key key, Table<V> table) {
    var value = draft.get(key);
    if (value == null) value = kept.get(key);
    if (value == null) value = stored.get(key);
    if (value == null && !known.contains(key)) {
      throw new IllegalStateException("Nobody asked for " + table.name() + " " + key);
    }
    return value;
  }

  void put(Key key, V value) {
    draft.put(key, value);
  }

  Stream<V> all() {
    var all = new TreeMap<Key, V>(stored);
    all.putAll(kept);
    all.putAll(draft);
    return all.values().stream();
  }

  void keep() {
    kept.putAll(draft);
    draft.clear();
  }

  void drop() {
    draft.clear();
  }

  Changes<V> changes(Table<V> table) {
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
