package africa.soko.ledger;

import africa.soko.platform.money.Usd;
import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Money that went from one pocket to another: the debit side falls, the credit side rises. It is a
/// leg of a [PostingRow], which is written once.
///
/// @param amount more than zero, a whole number of cents
/// @param debit the entry it makes in the wallet it leaves, if that is a wallet
/// @param credit the entry it makes in the wallet it reaches, if that is a wallet
/// @param orderId the order it belongs to, if any
public record Transfer(
    String partnerId,
    String transferId,
    Type type,
    Pocket from,
    Pocket to,
    Usd amount,
    @Nullable Entry debit,
    @Nullable Entry credit,
    @Nullable String orderId,
    @Nullable String note,
    @Nullable Conversion conversion,
    Instant createdAt) {

  public Transfer {
    if (!amount.isPositive() || !amount.isWholeCents() || from.equals(to)) {
      throw new IllegalStateException("No transfer of " + amount + " from " + from + " to " + to);
    }
  }

  static final String PREFIX = "txn_";

  /// Whether it reaches a wallet in which it gets its entry at the end of the batch.
  boolean isLate() {
    return credit == null && to.kind() == Pocket.Kind.WALLET;
  }

  /// What a transfer is for, as the wallets concerned show it. EXECUTION never touches a wallet.
  /// What no trade makes is found by an index of its own, which names it.
  public enum Type {
    DEPOSIT,
    WITHDRAWAL,
    INVEST,
    REFUND,
    SELL,
    FEE,
    DIVIDEND,
    REDEMPTION,
    TRANSFER,
    ADJUSTMENT,
    COUPON,
    EXECUTION;

    /// Whether a trade makes it, from its placement to its end.
    public boolean isOfTrade() {
      return switch (this) {
        case INVEST, REFUND, SELL, FEE, EXECUTION -> true;
        case DEPOSIT, WITHDRAWAL, DIVIDEND, REDEMPTION, TRANSFER, ADJUSTMENT, COUPON -> false;
      };
    }
  }

  /// The place of a transfer in a wallet: its number, from 1, and the balance after it.
  public record Entry(long number, Usd balanceAfter) {}

  /// The local amount that a partner named, and the rate (local units per USD) that was applied.
  public record Conversion(BigDecimal localAmount, String localCurrency, BigDecimal fxRate) {}
}
