package africa.soko.trading.settlement;

import africa.soko.ledger.Account;
import africa.soko.platform.db.Fields;
import africa.soko.platform.money.Usd;
import africa.soko.trading.order.Order.Settlement.State;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The fill of a sale that failed to settle after its proceeds were spent (DECISIONS 5).
///
/// @param failureId the report of the fill
/// @param subAccountId null for the partner's own account
/// @param proceedsUsd what has to go back, after fees
/// @param shortfallUsd what of it the account does not have
/// @param masterBalanceUsd what the master wallet has to make it up with
record SettlementFailure(
    String failureId,
    String partnerId,
    @Nullable String subAccountId,
    String orderId,
    String symbol,
    BigDecimal quantity,
    Usd proceedsUsd,
    Usd shortfallUsd,
    Usd masterBalanceUsd,
    LocalDate settlementDate,
    State settlementStatus,
    Instant failedAt) {

  static SettlementFailure read(Fields f) {
    var proceeds = f.usd("gross").minus(f.usd("base_fee")).minus(f.usd("markup_fee"));
    return new SettlementFailure(
        f.text("report_id"),
        f.text("partner_id"),
        Account.subAccountId(f.text("account_id")),
        f.text("order_id"),
        f.text("symbol"),
        f.decimal("last_quantity"),
        proceeds,
        proceeds.minus(f.usd("cash")).orZero(),
        f.usd("master_cash"),
        Objects.requireNonNull(f.maybeDate("settlement_date")),
        f.constant("settlement_status", State.class),
        f.instant("settlement_failed_at"));
  }

  /// Ended.
  ///
  /// @param lacked what the master wallet has made up
  /// @param master what is left in it
  SettlementFailure as(State ended, Usd lacked, Usd master) {
    return new SettlementFailure(
        failureId,
        partnerId,
        subAccountId,
        orderId,
        symbol,
        quantity,
        proceedsUsd,
        lacked,
        master,
        settlementDate,
        ended,
        failedAt);
  }
}
