package africa.soko.subaccount;

import africa.soko.ledger.Transfer;
import africa.soko.platform.money.Usd;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/// What callers get back for a deposit or a withdrawal.
///
/// @param walletBalance of the sub-account, after the move
/// @param amount in USD, always positive
public record WalletMove(
    Usd walletBalance,
    String subAccountId,
    String transactionId,
    Usd amount,
    String currency,
    @Nullable BigDecimal localAmount,
    @Nullable String localCurrency,
    @Nullable BigDecimal fxRate) {

  public static WalletMove of(String subAccountId, Usd walletBalance, Transfer transfer) {
    var conversion = transfer.conversion();
    return new WalletMove(
        walletBalance,
        subAccountId,
        transfer.transferId(),
        transfer.amount(),
        "USD",
        conversion == null ? null : conversion.localAmount(),
        conversion == null ? null : conversion.localCurrency(),
        conversion == null ? null : conversion.fxRate());
  }
}
