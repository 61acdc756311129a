package africa.soko.market.exchange;

import java.math.BigDecimal;
import java.time.DayOfWeek;
import java.time.ZoneId;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// One exchange: its names, its hours and the constraints it publishes (SPEC, Supported exchanges).
///
/// @param suffix the part of a symbol behind the dot
/// @param ramadanHours the shorter hours of Ramadan, or `null` where the regular ones hold
/// @param settlementDays N of T+N, in business days of the exchange
/// @param ticks the price steps, or `null` where they are not known
/// @param dailyBand how far a price may move from the previous close, as a fraction; or `null`
/// @param lotSize units of a board lot, or `null`
public record Exchange(
    String code,
    String suffix,
    String name,
    String country,
    String currency,
    ZoneId zone,
    String mic,
    Hours hours,
    @Nullable Hours ramadanHours,
    Set<DayOfWeek> weekend,
    ObservedRule observed,
    int settlementDays,
    @Nullable TickTable ticks,
    @Nullable BigDecimal dailyBand,
    @Nullable Integer lotSize) {
  public Exchange {
    weekend = Set.copyOf(weekend);
    if (settlementDays < 1) throw new IllegalArgumentException("Settlement takes a day at least");
  }
}
