package africa.soko.trading.order;

import africa.soko.edge.Refused;
import africa.soko.trading.Session;
import africa.soko.trading.order.Resting.Term;
import africa.soko.trading.order.Resting.TimeInForce;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/// How an order is to be worked: at once at the market's price, or resting until a price is there.
///
/// @param goodTillDate the last day of a GTD order in the exchange's zone; null for DAY
public record Instruction(Order.Kind kind, Bounds bounds, @Nullable LocalDate goodTillDate) {
  public static final Instruction MARKET = new Instruction(Order.Kind.MARKET, Bounds.NONE, null);

  private static final int DAYS_AHEAD_MAX = 365;

  boolean rests() {
    return kind != Order.Kind.MARKET;
  }

  /// What its date is wrong about, or null (DECISIONS 6).
  @Nullable Refused misdated(Session session, Instant now) {
    if (goodTillDate == null) return null;
    var today = session.calendar().localDate(now);
    if (!goodTillDate.isBefore(today) && !goodTillDate.isAfter(today.plusDays(DAYS_AHEAD_MAX))) {
      return null;
    }
    return Refused.invalid(
        "goodTillDate",
        "goodTillDate must lie from %s to %s".formatted(today, today.plusDays(DAYS_AHEAD_MAX)));
  }

  /// What an order that is accepted now waits for; null where it does not rest.
  ///
  /// @param fxBasis local units per US dollar
  @Nullable Resting resting(Session session, BigDecimal fxBasis, Instant now) {
    if (!rests()) return null;
    var term =
        goodTillDate == null
            ? new Term(TimeInForce.DAY, null, session.dayEnds(now))
            : new Term(TimeInForce.GTD, goodTillDate, session.goodTill(goodTillDate));
    return new Resting(bounds, term, fxBasis, null, null);
  }
}
