package africa.soko.trading.quote;

import africa.soko.platform.db.Key;
import africa.soko.platform.db.Table;
import africa.soko.platform.money.Usd;
import africa.soko.trading.Side;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A pre-trade quote: valid for [#VALIDITY], used once, bound to account, symbol, side and size.
///
/// @param units indicative in cash mode
/// @param usedAt when it was traded on; null until then
public record Quote(
    String partnerId,
    String quoteId,
    String accountId,
    String symbol,
    String exchange,
    Side side,
    Size size,
    String currency,
    BigDecimal priceLocal,
    BigDecimal fxRate,
    BigDecimal units,
    Usd gross,
    Usd baseFee,
    Usd markupFee,
    Fees fees,
    State state,
    Instant issuedAt,
    Instant expiresAt,
    @Nullable Instant usedAt) {

  public static final Duration VALIDITY = Duration.ofSeconds(60);

  /// How long a spent quote still answers STALE_QUOTE before it is forgotten.
  public static final Duration REMEMBERED = Duration.ofHours(24);

  /// SPEC "Trade quote".
  public enum State {
    ISSUED,
    USED,
    EXPIRED
  }

  public static final Table<Quote> TABLE =
      Table.<Quote>named("quote")
          .key("partner_id", Quote::partnerId)
          .key("quote_id", Quote::quoteId)
          .text("account_id", Quote::accountId)
          .text("symbol", Quote::symbol)
          .text("exchange", Quote::exchange)
          .constant("side", Quote::side)
          .decimal("quantity", q -> quantity(q.size))
          .usd("cash_value", Quote::cashValue)
          .text("currency", Quote::currency)
          .decimal("price_local", Quote::priceLocal)
          .decimal("fx_rate", Quote::fxRate)
          .decimal("units", Quote::units)
          .usd("gross", Quote::gross)
          .usd("base_fee", Quote::baseFee)
          .usd("markup_fee", Quote::markupFee)
          .integer("base_fee_bps", q -> q.fees.baseBps())
          .integer("markup_fee_bps", q -> q.fees.markupBps())
          .instant("issued_at", Quote::issuedAt)
          .instant("expires_at", Quote::expiresAt)
          .fixed()
          .constant("state", Quote::state)
          .instant("used_at", Quote::usedAt)
          .readBy(
              f ->
                  new Quote(
                      f.text("partner_id"),
                      f.text("quote_id"),
                      f.text("account_id"),
                      f.text("symbol"),
                      f.text("exchange"),
                      f.constant("side", Side.class),
                      size(f.maybeDecimal("quantity"), f.maybeUsd("cash_value")),
                      f.text("currency"),
                      f.decimal("price_local"),
                      f.decimal("fx_rate"),
                      f.decimal("units"),
                      f.usd("gross"),
                      f.usd("base_fee"),
                      f.usd("markup_fee"),
                      new Fees(f.integer("base_fee_bps"), f.integer("markup_fee_bps")),
                      f.constant("state", State.class),
                      f.instant("issued_at"),
                      f.instant("expires_at"),
                      f.maybeInstant("used_at")));

  public static Key key(String partnerId, String quoteId) {
    return Key.of(partnerId, quoteId);
  }

  /// The amount in cash mode, else null.
  public @Nullable Usd cashValue() {
    return size instanceof Size.Cash(var value) ? value : null;
  }

  public Usd fee() {
    return baseFee.plus(markupFee);
  }

  /// What it comes to.
  public Size.Valuation valuation() {
    return new Size.Valuation(units, gross, baseFee, markupFee);
  }

  /// What a BUY takes from the wallet, or what a SELL is expected to bring.
  public Usd totalCost() {
    return side.total(gross, fee());
  }

  public boolean isUsable(Instant now) {
    return state == State.ISSUED && now.isBefore(expiresAt);
  }

  public boolean isForgotten(Instant now) {
    return !now.isBefore(expiresAt.plus(REMEMBERED));
  }

  /// The same, traded on.
  public Quote used(Instant at) {
    return with(State.USED, at);
  }

  /// The same, past its end.
  Quote expired() {
    return with(State.EXPIRED, null);
  }

  private Quote with(State newState, @Nullable Instant newUsedAt) {
    return new Quote(
        partnerId,
        quoteId,
        accountId,
        symbol,
        exchange,
        side,
        size,
        currency,
        priceLocal,
        fxRate,
        units,
        gross,
        baseFee,
        markupFee,
        fees,
        newState,
        issuedAt,
        expiresAt,
        newUsedAt);
  }

  private static @Nullable BigDecimal quantity(Size size) {
    return size instanceof Size.Units(var quantity) ? quantity : null;
  }

  private static Size size(@Nullable BigDecimal quantity, @Nullable Usd cashValue) {
    if (quantity != null) return new Size.Units(quantity);
    if (cashValue != null) return new Size.Cash(cashValue);
    throw new IllegalStateException("A quote without a size");
  }
}
