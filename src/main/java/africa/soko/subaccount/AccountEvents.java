package africa.soko.subaccount;

import africa.soko.event.EventType;
import africa.soko.ledger.Account;
import africa.soko.ledger.Transfer.Conversion;
import africa.soko.platform.money.Usd;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The events that sub-accounts emit, with their payloads (SPEC "Payload shapes").
public final class AccountEvents {
  private AccountEvents() {}

  static final EventType FROZEN = new EventType("account.frozen");

  record Frozen(String subAccountId, boolean frozen, String frozenBy) {}

  static final EventType CLOSED = new EventType("account.closed");

  /// @param residualTransferUsd what went back to the master wallet; zero if nothing was left
  record Closed(
      String subAccountId,
      @Nullable String externalId,
      Account.Status status,
      Usd residualTransferUsd,
      String currency) {}

  static final EventType KYC = new EventType("kyc.updated");

  record KycUpdated(
      String subAccountId,
      @Nullable String externalId,
      Account.KycStatus kycStatus,
      Account.@Nullable KycLevel kycLevel,
      @Nullable String reference) {}

  public static final EventType DEPOSIT = new EventType("deposit.confirmed");

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

  static final EventType WITHDRAW = new EventType("withdraw.confirmed");

  record Withdrawn(String subAccountId, Usd amount, String currency, Usd newBalance) {}

  public static final List<EventType> EVENTS = List.of(FROZEN, CLOSED, KYC, DEPOSIT, WITHDRAW);
}
