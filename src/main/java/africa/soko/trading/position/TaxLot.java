package africa.soko.trading.position;

import africa.soko.platform.money.Rounding;
import africa.soko.platform.money.Usd;
import java.math.BigDecimal;
import java.time.Instant;

/// What is still held of one purchase, as the partner sees it (DECISIONS 6).
///
/// @param costBasisUsd of the remaining units, exact
record TaxLot(
    String lotId,
    String symbol,
    String exchange,
    String orderId,
    Instant acquiredAt,
    BigDecimal originalQuantity,
    BigDecimal remainingQuantity,
    BigDecimal costBasisPerUnitUsd,
    Usd costBasisUsd) {

  static TaxLot of(Lot lot, String exchange) {
    return new TaxLot(
        lot.lotId(),
        lot.symbol(),
        exchange,
        lot.orderId(),
        lot.acquiredAt(),
        lot.originalQuantity(),
        lot.remainingQuantity(),
        Rounding.ratio(lot.remainingCost().dollars(), lot.remainingQuantity()),
        lot.remainingCost());
  }

  /// Where it stands in the list of its account.
  String place() {
    return symbol + "|" + lotId;
  }
}
