package africa.soko.broadcast;

import africa.soko.broadcast.BroadcastStore.Broadcast;
import africa.soko.event.EventType;
import africa.soko.ledger.Book;
import africa.soko.ledger.Command;
import africa.soko.ledger.Decision;
import africa.soko.ledger.Needs;
import africa.soko.platform.db.Key;
import africa.soko.platform.db.Table;
import com.fasterxml.jackson.databind.util.RawValue;

/// Tells one partner what everybody is told. Harmless when repeated: broadcasts come in order, and
/// the partner's row says which was the last.
record Tell(String partnerId, Broadcast broadcast) implements Command {

  /// The last broadcast that a partner was told.
  record Told(String partnerId, long broadcastId) {
    static final Table<Told> TABLE =
        Table.<Told>named("broadcast_told")
            .key("partner_id", Told::partnerId)
            .number("broadcast_id", Told::broadcastId)
            .readBy(f -> new Told(f.text("partner_id"), f.number("broadcast_id")));
  }

  @Override
  public void needs(Needs needs) {
    needs.row(Told.TABLE, Key.of(partnerId));
  }

  @Override
  public Decision decide(Book book) {
    var told = book.find(Told.TABLE, Key.of(partnerId));
    if (told != null && told.broadcastId >= broadcast.id()) return Decision.nothing();
    book.put(Told.TABLE, new Told(partnerId, broadcast.id()));
    book.emit(new EventType(broadcast.event()), new RawValue(broadcast.data()));
    return Decision.nothing();
  }
}
