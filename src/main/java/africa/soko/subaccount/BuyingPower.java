package africa.soko.subaccount;

import africa.soko.platform.money.Usd;
import java.time.LocalDate;
import java.util.List;

/// What an account can trade with and take out (SPEC "Sub-accounts").
///
/// @param buyingPowerUsd cash, proceeds of sales included from the moment of the fill
/// @param withdrawableUsd the same without what is not settled yet
public record BuyingPower(Usd buyingPowerUsd, Usd withdrawableUsd, List<Tranche> settlements) {

  /// The proceeds of one fill of a sale, on their way to settlement.
  public record Tranche(String orderId, Usd amountUsd, LocalDate settlementDate) {}
}
