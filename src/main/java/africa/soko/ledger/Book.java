package africa.soko.ledger;

import africa.soko.event.Event;
import africa.soko.event.EventType;
import africa.soko.platform.db.Group;
import africa.soko.platform.db.Key;
import africa.soko.platform.db.Selection;
import africa.soko.platform.db.Table;
import africa.soko.platform.id.Ulid;
import africa.soko.platform.json.Json;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The working set of one batch: the rows its commands asked for, and what they have made of them.
///
/// Commands are decided one after the other. What one puts is a draft until [#keep], and gone after
/// [#drop], so that a refused command leaves no trace for its neighbours.
public final class Book {
  private static final String EVENT = "evt_";

  private final Map<Table<?>, TableRows<?>> tables = new TreeMap<>();
  private final List<Event> events = new ArrayList<>();
  private int keptEvents;
  private final List<Transfer> transfers = new ArrayList<>();
  private final List<PostingRow> postings = new ArrayList<>();

  private String partnerId = "";
  private Instant realNow = Instant.EPOCH;
  private Instant now = Instant.EPOCH;
  private Ulid base = new Ulid(0, 0, 0);
  private int idsUsed;
  private @Nullable String made;

  /// Takes in rows as they are stored. Keys that have no row are known to be absent.
  public <V> void load(Selection<V> selection, Collection<Key> keys, Collection<V> values) {
    var rows = rows(selection.table());
    switch (selection) {
      case Table<V> _ -> rows.load(keys, values);
      case Group<V> group -> rows.load(group, keys, values);
    }
  }

  /// Starts the decision of one command: whose it is, when, and with which identifiers.
  ///
  /// @param now the partner's own time, which runs ahead where a test clock says so
  public void begin(String partnerId, Instant realNow, Instant now, Ulid base) {
    this.partnerId = partnerId;
    this.realNow = realNow;
    this.now = now;
    this.base = base;
    this.idsUsed = 0;
    this.made = null;
  }

  /// The first thing that the command of this moment has made, or null.
  @Nullable String made() {
    return made;
  }

  public String partnerId() {
    return partnerId;
  }

  /// The time of the partner, by which orders, quotes and settlements go.
  public Instant now() {
    return now;
  }

  /// The time of the world, by which tokens, leases, retention and stored answers go.
  public Instant realNow() {
    return realNow;
  }

  public String newId(String prefix) {
    var id = prefix + base.plus(idsUsed++);
    if (made == null && !prefix.equals(EVENT)) made = id;
    return id;
  }

  /// One that begins with the time of the partner, where [#newId] begins with that of the world.
  public String newIdOfNow(String prefix) {
    return prefix + base.plus(idsUsed++).at(now);
  }

  /// @throws IllegalStateException if no command of the batch asked for this row
  public <V> @Nullable V find(Table<V> table, Key key) {
    return rows(table).find(key);
  }

  /// Whether some command of the batch asked for this row.
  <V> boolean knows(Table<V> table, Key key) {
    return rows(table).knows(key);
  }

  /// A row that must be there.
  public <V> V get(Table<V> table, Key key) {
    var value = find(table, key);
    if (value == null) throw new IllegalStateException("No " + table.name() + " " + key);
    return value;
  }

  /// The rows of a group as they are now, in the order of their keys.
  ///
  /// @throws IllegalStateException if no command of the batch asked for this group
  public <V> List<V> group(Group<V> group, Key key) {
    return rows(group.table()).group(group, key);
  }

  /// Writes a row, new or changed.
  public <V> void put(Table<V> table, V value) {
    rows(table).put(value);
  }

  /// Records a transfer.
  void add(Transfer transfer) {
    transfers.add(transfer);
  }

  /// Records an event; one with an older name is told once more under that, and takes two
  /// identifiers.
  public void emit(EventType type, Object data) {
    var json = Json.encode(data).toString(StandardCharsets.UTF_8);
    events.add(new Event(partnerId, newId(EVENT), type.name(), type.alias(), now, json));
    if (type.alias() != null) idsUsed++;
  }

  public void keep() {
    tables.values().forEach(TableRows::keep);
    keptEvents = events.size();
    postings.addAll(PostingRow.of(transfers));
    transfers.clear();
  }

  public void drop() {
    tables.values().forEach(TableRows::drop);
    events.subList(keptEvents, events.size()).clear();
    transfers.clear();
  }

  /// Everything that was kept and differs from what is stored.
  public List<Changes<?>> changes() {
    var numbered = postings.stream().filter(row -> !row.isLate()).toList();
    return Stream.concat(
            tables.values().stream().<Changes<?>>map(TableRows::changes),
            Stream.of(new Changes<>(PostingRow.TABLE, numbered, List.of())))
        .filter(changes -> !changes.isEmpty())
        .toList();
  }

  public List<Event> events() {
    return List.copyOf(events.subList(0, keptEvents));
  }

  /// What the command that is being decided has moved so far.
  List<Transfer> transfers() {
    return List.copyOf(transfers);
  }

  /// The postings into wallets that nobody of the batch has asked for.
  List<PostingRow> credits() {
    return postings.stream().filter(PostingRow::isLate).toList();
  }

  /// The new and the changed rows of one table.
  public record Changes<V>(Table<V> table, List<V> inserts, List<V> updates) {
    boolean isEmpty() {
      return inserts.isEmpty() && updates.isEmpty();
    }
  }

  @SuppressWarnings("unchecked") // a TableRows<V> stands under a Table<V>, and nothing else
  private <V> TableRows<V> rows(Table<V> table) {
    return (TableRows<V>) tables.computeIfAbsent(table, _ -> new TableRows<>(table));
  }
}
