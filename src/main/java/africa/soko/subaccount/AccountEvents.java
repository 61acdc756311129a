package africa.soko.subaccount;

import africa.soko.ledger.Account;
import africa.soko.ledger.Transfer.Conversion;
import africa.soko.platform.money.Usd;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/// The payloads of the events that sub-accounts emit (SPEC "Payload shapes").
public final class AccountEvents {
  static final String FROZEN = "account.frozen";
  static final String KYC = "kyc.updated";
  public static final String DEPOSIT = "deposit.confirmed";
  static final String WITHDRAW = "withdraw.confirmed";

  private AccountEvents() {}

  record Frozen(String subAccountId, boolean frozen, String frozenBy) {}

  record KycUpdated(
      String subAccountId,
      @Nullable String externalId,
      Account.KycStatus kycStatus,
      Account.@Nullable KycLevel kycLevel,
      @Nullable String reference) {}

  /// Amounts in USD; the local ones are there only if the partner named a local amount.
  public record Deposited(
      String subAccountId,
      @Nullable String externalId,
      Usd amount,
      String currency,
      Usd newBalance,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable BigDecimal localAmount,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String localCurrency,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable BigDecimal fxRate) {

    /// @param account as it is after the deposit
    public static Deposited of(Account account, Usd amount, @Nullable Conversion conversion) {
      return new Deposited(
          account.accountId(),
          account.externalId(),
          amount,
          "USD",
          account.balances().cash(),
          conversion == null ? null : conversion.localAmount(),
          conversion == null ? null : conversion.localCurrency(),
          conversion == null ? null : conversion.fxRate());
    }
  }

  record Withdrawn(String subAccountId, Usd amount, String currency, Usd newBalance) {}
}
