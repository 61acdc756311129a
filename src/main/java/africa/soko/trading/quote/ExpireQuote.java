package africa.soko.trading.quote;

import africa.soko.event.EventType;
import africa.soko.ledger.Account;
import africa.soko.ledger.Book;
import africa.soko.ledger.Command;
import africa.soko.ledger.Decision;
import africa.soko.ledger.Needs;
import africa.soko.trading.Side;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Ends a quote that reached its 60 seconds unused, and tells of it. Harmless when repeated.
public record ExpireQuote(String partnerId, String quoteId) implements Command {

  static final EventType EXPIRED = new EventType("quote.expired");
  public static final List<EventType> EVENTS = List.of(EXPIRED);

  /// The event (DECISIONS 8).
  record Expired(
      String quoteId, String symbol, Side type, @Nullable String subAccountId, Instant expiredAt) {}

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
      return Decision.nothing();
    }
    book.put(Quote.TABLE, quote.expired());
    book.emit(
        EXPIRED,
        new Expired(
            quoteId,
            quote.symbol(),
            quote.side(),
            Account.subAccountId(quote.accountId()),
            quote.expiresAt()));
    return Decision.nothing();
  }
}
