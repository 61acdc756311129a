package africa.soko.market.price;

import java.math.BigDecimal;
import java.time.Instant;

/// A market quote as the interface shows it (SPEC, Market quote; DECISIONS 7). Prices are in the
/// local trading currency.
public record QuoteBody(
    String symbol,
    String exchange,
    BigDecimal price,
    String currency,
    BigDecimal change,
    BigDecimal changePercent,
    BigDecimal previousClose,
    long volume,
    Instant asOf,
    boolean stale,
    DataQuality dataQuality) {}
