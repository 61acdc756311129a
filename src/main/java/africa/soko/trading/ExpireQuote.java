package africa.soko.trading;

import africa.soko.ledger.Book;
import africa.soko.ledger.Command;
import africa.soko.ledger.Decision;
import africa.soko.ledger.Needs;

/// Ends a quote that reached its 60 seconds unused, and tells of it. Harmless when repeated.
public record ExpireQuote(String partnerId, String quoteId) implements Command {

  @Override
  public void needs(Needs needs) {
    needs.row(Quote.TABLE, Quote.key(partnerId, quoteId));
  }

  @Override
  public Decision decide(Book book) {
    var quote = book.find(Quote.TABLE, Quote.key(partnerId, quoteId));
    if (quote == null
        || quote.state() != Quote.State.ISSUED
        || book.now().isBefore(quote.expiresAt())) {
      return Decision.accepted(200, false);
    }
    book.put(Quote.TABLE, quote.withState(Quote.State.EXPIRED));
    OrderEvents.quoteExpired(book, quote);
    return Decision.accepted(200, true);
  }
}
