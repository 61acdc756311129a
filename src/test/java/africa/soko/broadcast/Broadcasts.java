package africa.soko.broadcast;

import africa.soko.event.EventType;
import africa.soko.ledger.BooksOnDisk;
import java.time.Instant;

/// Broadcasts for the tests of what they carry.
public final class Broadcasts {
  private Broadcasts() {}

  /// Has every partner of the books told, and waits until all are.
  public static void tellAll(BooksOnDisk books, EventType event, Object payload) {
    BooksOnDisk.await(
        books
            .platform()
            .withTransaction(
                transaction ->
                    BroadcastStore.add(transaction, event, payload, Instant.EPOCH).mapEmpty()));
    var teller = new BroadcastVerticle(books.books(), books.ledger());
    while (BooksOnDisk.await(teller.tick())) {
      // one page after the other
    }
  }
}
