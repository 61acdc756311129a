package africa.soko.trading.order;

import static africa.soko.ledger.Decision.declined;

import africa.soko.edge.ErrorCode;
import africa.soko.edge.Refused;
import africa.soko.ledger.Account;
import africa.soko.ledger.Book;
import africa.soko.ledger.Command;
import africa.soko.ledger.Decision;
import africa.soko.ledger.Needs;
import africa.soko.platform.money.Usd;
import africa.soko.trading.Price;
import africa.soko.trading.Session;
import africa.soko.trading.Side;
import africa.soko.trading.order.Order.Agenda;
import africa.soko.trading.order.Order.Ask;
import africa.soko.trading.position.Position;
import africa.soko.trading.quote.Quote;
import africa.soko.trading.quote.Size;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/// Places a MARKET order against a quote. A BUY escrows its cost, a SELL reserves its units.
///
/// The order of checks is that of DECISIONS 6: quote, account, KYC, market, funds.
///
/// @param isPriced whether there is a price; without one nothing can be done for now
/// @param session says when the desk will take it up; null when the market takes no orders at all
/// @param fullKycFrom the total from which a sub-account needs KYC level FULL
public record PlaceOrder(
    String partnerId,
    String accountId,
    String symbol,
    String exchange,
    Side side,
    Size size,
    String quoteId,
    @Nullable String clientOrderId,
    boolean isPriced,
    @Nullable Session session,
    Usd fullKycFrom)
    implements Command {

  @Override
  public String lane() {
    return partnerId + accountId;
  }

  @Override
  public void needs(Needs needs) {
    needs.row(Account.TABLE, Account.key(partnerId, accountId));
    needs.row(Quote.TABLE, Quote.key(partnerId, quoteId));
    if (side == Side.SELL) Position.needs(needs, partnerId, accountId, symbol);
  }

  @Override
  public Decision decide(Book book) {
    var account = book.find(Account.TABLE, Account.key(partnerId, accountId));
    if (account == null) return declined(ErrorCode.NOT_FOUND, "No such sub-account");
    var quote = book.find(Quote.TABLE, Quote.key(partnerId, quoteId));
    if (quote == null || quote.isForgotten(book.now())) {
      return declined(
          ErrorCode.QUOTE_NOT_FOUND,
          "No such quote; get one with GET /quote/%s and trade on it within %d seconds",
          symbol,
          Quote.VALIDITY.toSeconds());
    }
    if (!quote.accountId().equals(accountId)) {
      return declined(
          ErrorCode.QUOTE_SCOPE_MISMATCH,
          "The quote was issued to another account; ask for it with the same subAccountId");
    }
    if (!quote.isUsable(book.now())) return new Decision.Declined(stale(quote));
    if (!matches(quote)) {
      return declined(
          ErrorCode.QUOTE_ORDER_MISMATCH,
          "The quote is for another symbol, side, quantity or cashValue");
    }
    var refusal = Intake.ineligible(account, quote.totalCost(), fullKycFrom);
    if (refusal != null) return new Decision.Declined(refusal);
    if (session == null) {
      return declined(ErrorCode.MARKET_CLOSED, "%s takes no orders now", exchange);
    }
    if (!isPriced) return new Decision.Declined(Price.missing(symbol));
    var terms = Terms.of(book, account, quote, clientOrderId);
    var value = quote.valuation();
    var lacking = Intake.lacking(book, terms, value);
    if (lacking != null) return new Decision.Declined(lacking);
    book.put(Quote.TABLE, quote.used(book.now()));
    var ask = new Ask(quote.units(), quote.cashValue());
    var agenda = Agenda.of(session, book.now());
    var order = Intake.accept(book, terms, ask, value, quote.fxRate(), agenda);
    return Decision.accepted(202, OrderView.of(order));
  }

  private static Refused stale(Quote quote) {
    var usedAt = quote.usedAt();
    var isUsed = quote.state() == Quote.State.USED;
    var at = isUsed && usedAt != null ? usedAt : quote.expiresAt();
    var told =
        isUsed
            ? "The quote was used at %s; get a new one"
            : "The quote expired at %s; get a new one";
    return Refused.of(
            ErrorCode.STALE_QUOTE, "%s", told.formatted(at.truncatedTo(ChronoUnit.MILLIS)))
        .with("reason", isUsed ? "USED" : "EXPIRED")
        .with("at", at);
  }

  private boolean matches(Quote quote) {
    return quote.symbol().equals(symbol) && quote.side() == side && sameSize(quote.size(), size);
  }

  private static boolean sameSize(Size one, Size other) {
    return switch (one) {
      case Size.Units(var quantity) ->
          other instanceof Size.Units(var wanted) && quantity.compareTo(wanted) == 0;
      case Size.Cash cash -> cash.equals(other);
    };
  }
}
