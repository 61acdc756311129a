package africa.soko.trading.quote;

import africa.soko.ledger.Account;
import africa.soko.platform.money.Usd;
import africa.soko.trading.Price;
import africa.soko.trading.Side;
import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A quote as the partner sees it (DECISIONS 6).
public record QuoteView(
    String quoteId,
    String symbol,
    String exchange,
    Side type,
    @Nullable String subAccountId,
    BigDecimal quantity,
    @Nullable Usd cashValue,
    String currency,
    BigDecimal priceLocal,
    BigDecimal priceUsd,
    BigDecimal fxRate,
    Usd grossCost,
    Usd baseFee,
    Usd markupFee,
    Usd fee,
    Usd totalCost,
    boolean sufficientFunds,
    Instant asOf,
    boolean stale,
    Instant expiresAt) {

  static QuoteView of(Quote quote, Price price, boolean sufficientFunds) {
    return new QuoteView(
        quote.quoteId(),
        quote.symbol(),
        quote.exchange(),
        quote.side(),
        Account.subAccountId(quote.accountId()),
        quote.units(),
        quote.cashValue(),
        quote.currency(),
        quote.priceLocal(),
        price.usd(),
        quote.fxRate(),
        quote.gross(),
        quote.baseFee(),
        quote.markupFee(),
        quote.fee(),
        quote.totalCost(),
        sufficientFunds,
        price.asOf(),
        price.stale(),
        quote.expiresAt());
  }
}
