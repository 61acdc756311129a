package africa.soko.trading.order;

import africa.soko.trading.Price;
import africa.soko.trading.Side;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What an order is beyond a MARKET one: it waits for a price, for so long (DECISIONS 6).
///
/// @param fxBasis local units per US dollar when it was placed; replacements are priced with it
/// @param stoppedAt when the stop of a STOP_LIMIT was reached
/// @param trigger what set it off; null until then
public record Resting(
    Bounds bounds,
    Term term,
    BigDecimal fxBasis,
    @Nullable Instant stoppedAt,
    @Nullable Trigger trigger) {

  /// How long an order may rest.
  public enum TimeInForce {
    DAY,
    GTD
  }

  /// @param goodTillDate the last day in the exchange's zone; null for DAY
  /// @param expiresAt the first moment at which it does not rest any more
  public record Term(
      TimeInForce timeInForce, @Nullable LocalDate goodTillDate, Instant expiresAt) {}

  /// The price that it fills at, however long the desk takes.
  ///
  /// @param price local, per unit
  /// @param fxRate local units per US dollar, of the same set of prices
  public record Trigger(BigDecimal price, BigDecimal fxRate, Instant at) {
    /// As a price of a market whose currency is named.
    Price asPrice(String currency) {
      return new Price(price, currency, fxRate, at, false);
    }
  }

  /// The price that is waited for.
  ///
  /// @param isCeiling whether it is reached at or below, else at or above
  public record Level(BigDecimal price, boolean isCeiling) {
    public boolean isReachedBy(BigDecimal local) {
      var sign = local.compareTo(price);
      return isCeiling ? sign <= 0 : sign >= 0;
    }
  }

  /// What is waited for now: the stop, then the limit.
  public Level level(Side side) {
    var isBuy = side == Side.BUY;
    return awaitsStop()
        ? new Level(Objects.requireNonNull(bounds.stop()), !isBuy)
        : new Level(Objects.requireNonNull(bounds.limit()), isBuy);
  }

  /// Whether its stop has yet to be reached.
  boolean awaitsStop() {
    return bounds.stop() != null && stoppedAt == null;
  }

  /// Whether reaching its stop leaves a limit to be reached.
  boolean isStopLimit() {
    return bounds.stop() != null && bounds.limit() != null;
  }

  Resting stopped(Instant now) {
    return new Resting(bounds, term, fxBasis, now, trigger);
  }

  Resting triggered(Price price, Instant now) {
    var set = new Trigger(price.local(), price.fxRate(), now);
    return new Resting(bounds, term, fxBasis, stoppedAt, set);
  }

  Resting with(Bounds newBounds) {
    return new Resting(newBounds, term, fxBasis, stoppedAt, trigger);
  }
}
