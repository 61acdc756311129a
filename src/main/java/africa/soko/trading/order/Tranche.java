package africa.soko.trading.order;

import africa.soko.platform.db.Fields;
import africa.soko.platform.money.Usd;
import africa.soko.trading.SettlementDay;
import africa.soko.trading.order.Order.Settlement.State;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What one fill has brought or cost, and how it settles: each by its own trade date (DECISIONS 5).
///
/// @param failedAt when it failed to settle while nobody could cover what was spent
public record Tranche(
    Usd gross,
    Usd baseFee,
    Usd markupFee,
    SettlementDay day,
    State state,
    @Nullable Instant failedAt) {

  static Tranche of(PartialFill fill, SettlementDay day) {
    return new Tranche(fill.gross(), fill.baseFee(), fill.markupFee(), day, State.UNSETTLED, null);
  }

  static @Nullable Tranche read(Fields f) {
    var gross = f.maybeUsd("gross");
    if (gross == null) return null;
    var date = Objects.requireNonNull(f.maybeDate("settlement_date"));
    return new Tranche(
        gross,
        f.usd("base_fee"),
        f.usd("markup_fee"),
        new SettlementDay(date, f.instant("settlement_due_at")),
        f.constant("settlement_status", State.class),
        f.maybeInstant("settlement_failed_at"));
  }

  public Usd fee() {
    return baseFee.plus(markupFee);
  }

  Tranche as(State newState) {
    return new Tranche(gross, baseFee, markupFee, day, newState, failedAt);
  }

  Tranche failed(Instant at) {
    return new Tranche(gross, baseFee, markupFee, day, state, at);
  }
}
