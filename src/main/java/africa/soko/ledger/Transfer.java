package africa.soko.ledger;

import africa.soko.platform.db.Table;
import africa.soko.platform.money.Usd;
import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Money that went from one pocket to another: the debit side falls, the credit side rises. Rows
/// are written once.
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

  /// What a transfer is for, as the wallets concerned show it. EXECUTION never touches a wallet.
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
    EXECUTION
  }

  /// The place of a transfer in a wallet: its number, from 1, and the balance after it.
  public record Entry(long number, Usd balanceAfter) {}

  /// The local amount that a partner named, and the rate (local units per USD) that was applied.
  public record Conversion(BigDecimal localAmount, String localCurrency, BigDecimal fxRate) {}

  public static final Table<Transfer> TABLE =
      Table.<Transfer>named("transfer")
          .key("partner_id", Transfer::partnerId)
          .key("transfer_id", Transfer::transferId)
          .constant("type", Transfer::type)
          .text("debit_account", t -> t.from.accountId())
          .constant("debit_pocket", t -> t.from.kind())
          .text("credit_account", t -> t.to.accountId())
          .constant("credit_pocket", t -> t.to.kind())
          .usd("amount", Transfer::amount)
          .number("debit_entry", t -> t.debit == null ? null : t.debit.number)
          .usd("debit_balance_after", t -> t.debit == null ? null : t.debit.balanceAfter)
          .number("credit_entry", t -> t.credit == null ? null : t.credit.number)
          .usd("credit_balance_after", t -> t.credit == null ? null : t.credit.balanceAfter)
          .text("order_id", Transfer::orderId)
          .text("note", Transfer::note)
          .decimal("local_amount", t -> t.conversion == null ? null : t.conversion.localAmount)
          .text("local_currency", t -> t.conversion == null ? null : t.conversion.localCurrency)
          .decimal("fx_rate", t -> t.conversion == null ? null : t.conversion.fxRate)
          .instant("created_at", Transfer::createdAt)
          .writeOnly();
}
