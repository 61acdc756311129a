package africa.soko.market.catalogue;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/// What an exchange demands of an order at one price; unknown is `null`, never inferred (SPEC,
/// Other market records).
///
/// @param tickSize the price step in local currency
/// @param dailyBandPercent the largest move from the previous close, either way
/// @param lotSize units of a board lot
public record OrderConstraints(
    @Nullable BigDecimal tickSize,
    @Nullable BigDecimal dailyBandPercent,
    @Nullable Integer lotSize) {}
