package africa.soko.trading.position;

import africa.soko.platform.money.Usd;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;

/// Units that were sold, and what that brought beyond their cost, as the partner sees it (DECISIONS
/// 6). Amounts are exact, so that they add up.
///
/// @param holdingPeriodDays from the date of acquiring to that of selling, both in UTC
record RealisedGain(
    String symbol,
    BigDecimal quantity,
    Instant acquiredAt,
    Instant disposedAt,
    Usd costBasisUsd,
    Usd proceedsUsd,
    Usd gainUsd,
    long holdingPeriodDays,
    String orderId) {

  static RealisedGain of(Disposal disposal) {
    return new RealisedGain(
        disposal.symbol(),
        disposal.quantity(),
        disposal.acquiredAt(),
        disposal.disposedAt(),
        disposal.costBasis(),
        disposal.proceeds(),
        disposal.proceeds().minus(disposal.costBasis()),
        ChronoUnit.DAYS.between(date(disposal.acquiredAt()), date(disposal.disposedAt())),
        disposal.orderId());
  }

  private static LocalDate date(Instant instant) {
    return LocalDate.ofInstant(instant, ZoneOffset.UTC);
  }
}
