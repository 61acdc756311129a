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
import africa.soko.trading.quote.Limits;
import africa.soko.trading.quote.Quote;
import africa.soko.trading.quote.Size;
import africa.soko.trading.quote.Size.Valuation;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/// Places an order against a quote. A BUY escrows its cost, a SELL reserves its units. One that
/// rests is held against the latest price at once (DECISIONS 6).
///
/// The order of checks is that of DECISIONS 6: shape, quote, account, KYC, market, funds.
///
/// @param price the latest; without one nothing can be done for now
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
    Instruction instruction,
    @Nullable String clientOrderId,
    @Nullable Price price,
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
    var misdated = session == null ? null : instruction.misdated(session, book.now());
    if (misdated != null) return new Decision.Declined(misdated);
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
    var fxRate = quote.fxRate();
    if (instruction.rests() && isBeyond(quote)) {
      return declined(
          ErrorCode.VALIDATION_ERROR, "An order is worth at most %s USD", Limits.ORDER_MAX);
    }
    var value = value(quote);
    if (!value.gross().isPositive()) {
      return declined(ErrorCode.VALIDATION_ERROR, "The order is worth less than a cent");
    }
    var total = side.total(value.gross(), value.fee());
    var refusal = Intake.ineligible(account, total, fullKycFrom);
    if (refusal != null) return new Decision.Declined(refusal);
    if (session == null) {
      return declined(ErrorCode.MARKET_CLOSED, "%s takes no orders now", exchange);
    }
    if (price == null) return new Decision.Declined(Price.missing(symbol));
    var terms = Terms.of(book, account, quote, instruction.kind(), clientOrderId);
    var lacking = Intake.lacking(book, terms, value);
    if (lacking != null) return new Decision.Declined(lacking);
    book.put(Quote.TABLE, quote.used(book.now()));
    var ask = new Ask(quote.units(), quote.cashValue());
    var resting = instruction.resting(session, fxRate, book.now());
    var order =
        resting == null
            ? Intake.accept(book, terms, ask, value, fxRate, Agenda.of(session, book.now()))
            : Watch.hold(book, Intake.accept(book, terms, ask, value, resting), price, session);
    return Decision.accepted(202, OrderView.of(order));
  }

  private boolean isBeyond(Quote quote) {
    return instruction.bounds().isBeyond(side, quote.units(), quote.fxRate());
  }

  /// What it comes to: as quoted, or at the prices that it names.
  private Valuation value(Quote quote) {
    if (!instruction.rests()) return quote.valuation();
    return instruction.bounds().value(side, quote.units(), quote.fxRate(), quote.fees());
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
