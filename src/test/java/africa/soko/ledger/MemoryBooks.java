package africa.soko.ledger;

import africa.soko.event.Event;
import africa.soko.platform.db.Group;
import africa.soko.platform.db.Key;
import africa.soko.platform.db.Selection;
import africa.soko.platform.db.Table;
import africa.soko.platform.id.Ids;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;

/// The books in memory: runs commands through the same decisions as the engine, without a database.
public final class MemoryBooks {
  private final Map<Table<?>, TreeMap<Key, Object>> tables = new HashMap<>();
  private final Map<Group<?>, Map<Key, TreeSet<Key>>> groups = new HashMap<>();
  private final List<Event> events = new ArrayList<>();
  private final List<Transfer> transfers = new ArrayList<>();
  private Instant now = Instant.parse("2026-03-02T10:00:00Z");
  private final Ids ids = new Ids(() -> now);

  /// Decides one command and keeps what it has changed.
  public Decision run(Command command) {
    return together(List.of(command)).getFirst();
  }

  /// Decides several as one batch.
  public List<Decision> together(List<Command> commands) {
    var needs = new Needs();
    commands.forEach(command -> command.needs(needs));
    var book = new Book();
    needs.keys().forEach((selection, keys) -> load(book, selection, keys));
    var decisions = new ArrayList<Decision>();
    for (var command : commands) {
      // Always seen, so that a credit to it is booked at once.
      load(book, Account.TABLE, List.of(Account.key(command.partnerId(), Account.MASTER)));
      book.begin(command.partnerId(), now, now, ids.next());
      var decision = command.decide(book);
      if (decision instanceof Decision.Declined) book.drop();
      transfers.addAll(book.transfers());
      book.keep();
      decisions.add(decision);
    }
    book.changes().forEach(this::store);
    book.events().forEach(this::tell);
    return decisions;
  }

  /// An alias as an event of its own, as partners see it.
  private void tell(Event event) {
    events.add(event);
    var alias = event.alias();
    if (alias == null) return;
    events.add(
        new Event(
            event.partnerId(), event.eventId(), alias, null, event.timestamp(), event.data()));
  }

  public void pass(Duration time) {
    now = now.plus(time);
  }

  public Instant now() {
    return now;
  }

  public <V> Optional<V> find(Table<V> table, Key key) {
    return Optional.ofNullable(this.<V>rows(table).get(key));
  }

  public <V> Collection<V> all(Table<V> table) {
    return this.<V>rows(table).values();
  }

  public <V> void put(Table<V> table, V value) {
    this.<V>rows(table).put(table.keyOf(value), value);
    groups.forEach((group, known) -> indexIfOf(group, table, known, value));
  }

  @SuppressWarnings("unchecked") // a group of the table is one of its values
  private static <V> void indexIfOf(
      Group<?> group, Table<V> table, Map<Key, TreeSet<Key>> known, V value) {
    if (group.table() == table) index((Group<V>) group, known, value);
  }

  /// All that was moved, in its order.
  public List<Transfer> transfers() {
    return transfers;
  }

  public List<Event> events() {
    return events;
  }

  /// The rows of a group, in the order of their keys.
  public <V> List<V> group(Group<V> group, Key key) {
    var found = this.<V>groups(group).getOrDefault(key, new TreeSet<>());
    var rows = this.<V>rows(group.table());
    return found.stream().map(rows::get).filter(Objects::nonNull).toList();
  }

  private <V> void load(Book book, Selection<V> selection, Collection<Key> keys) {
    Function<Key, Stream<V>> find =
        switch (selection) {
          case Table<V> table -> key -> find(table, key).stream();
          case Group<V> group -> key -> group(group, key).stream();
        };
    book.load(selection, keys, keys.stream().flatMap(find).toList());
  }

  private <V> void store(Book.Changes<V> changes) {
    changes.inserts().forEach(v -> put(changes.table(), v));
    changes.updates().forEach(v -> put(changes.table(), v));
  }

  /// Which rows are in which group, once it was asked for.
  private <V> Map<Key, TreeSet<Key>> groups(Group<V> group) {
    var known = groups.get(group);
    if (known != null) return known;
    var made = new HashMap<Key, TreeSet<Key>>();
    groups.put(group, made);
    this.<V>rows(group.table()).values().forEach(value -> index(group, made, value));
    return made;
  }

  private static <V> void index(Group<V> group, Map<Key, TreeSet<Key>> groups, V value) {
    var key = group.groupOf().apply(value);
    groups.computeIfAbsent(key, _ -> new TreeSet<>()).add(group.table().keyOf(value));
  }

  @SuppressWarnings("unchecked")
  private <V> TreeMap<Key, V> rows(Table<V> table) {
    return (TreeMap<Key, V>) tables.computeIfAbsent(table, _ -> new TreeMap<>());
  }
}
