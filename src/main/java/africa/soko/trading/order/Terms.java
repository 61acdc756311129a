package africa.soko.trading.order;

import africa.soko.ledger.Account;
import africa.soko.ledger.Book;
import africa.soko.trading.Side;
import africa.soko.trading.position.Position;
import africa.soko.trading.quote.Fees;
import africa.soko.trading.quote.Quote;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What an order is. It never changes.
///
/// @param accountId a sub-account, or the partner's own
/// @param quoteId null for a test order
/// @param fees as they were when the quote was issued
/// @param test whether only the sandbox's test tools move it
public record Terms(
    String partnerId,
    String orderId,
    String accountId,
    @Nullable String externalId,
    Side side,
    Order.Kind kind,
    String symbol,
    String exchange,
    String currency,
    @Nullable String quoteId,
    @Nullable String clientOrderId,
    Fees fees,
    boolean test,
    Instant createdAt) {
  static final String ID_PREFIX = "ord_";

  /// Of an order on a quote.
  static Terms of(Book book, Account account, Quote quote, @Nullable String clientOrderId) {
    return new Terms(
        account.partnerId(),
        book.newId(ID_PREFIX),
        account.accountId(),
        account.externalId(),
        quote.side(),
        Order.Kind.MARKET,
        quote.symbol(),
        quote.exchange(),
        quote.currency(),
        quote.quoteId(),
        clientOrderId,
        quote.fees(),
        false,
        book.now());
  }

  /// Of a test order, which needs no quote.
  public static Terms ofTest(
      Book book,
      Account account,
      Side side,
      String symbol,
      String exchange,
      String currency,
      Fees fees) {
    return new Terms(
        account.partnerId(),
        book.newId(ID_PREFIX),
        account.accountId(),
        account.externalId(),
        side,
        Order.Kind.MARKET,
        symbol,
        exchange,
        currency,
        null,
        null,
        fees,
        true,
        book.now());
  }

  /// What its account holds of its instrument.
  public Position position(Book book) {
    return new Position(book, partnerId, accountId, symbol, exchange);
  }

  /// What names it, and the rows that move with it.
  public OrderRef ref() {
    return new OrderRef(partnerId, orderId, accountId, symbol, side);
  }
}
