package africa.soko.trading;

import africa.soko.platform.money.Usd;
import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A quote as the partner sees it (DECISIONS 6).
record QuoteView(
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
        Order.subAccountId(quote.accountId()),
        quote.units(),
        quote.size() instanceof Size.Cash(var value) ? value : null,
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
