package africa.soko.trading.position;

import africa.soko.platform.money.Rounding;
import africa.soko.platform.money.Usd;
import africa.soko.trading.Price;
import java.math.BigDecimal;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// What an account holds, valued at the latest delayed prices (DECISIONS 6 and 7).
public record Portfolio(List<Held> holdings, Summary summary) {
  private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);

  /// One holding. Market figures are null while there is no price.
  public record Held(
      String holdingId,
      String symbol,
      String exchange,
      BigDecimal quantity,
      BigDecimal reservedQuantity,
      BigDecimal averageCostUsd,
      @Nullable BigDecimal marketPriceLocal,
      @Nullable Usd marketValueUsd,
      @Nullable Usd unrealisedPnlUsd,
      @Nullable BigDecimal unrealisedPnlPct) {}

  /// The account as a whole; a holding without a price counts at its cost.
  ///
  /// @param escrowUsd what open orders hold
  /// @param equityUsd cash, escrow and market value
  public record Summary(
      Usd cashUsd,
      Usd escrowUsd,
      Usd marketValueUsd,
      Usd equityUsd,
      Usd costBasisUsd,
      Usd unrealisedPnlUsd,
      BigDecimal unrealisedPnlPct) {}

  public static Portfolio of(
      List<Holding> holdings, Usd cash, Usd escrow, Function<String, @Nullable Price> prices) {
    var positions = holdings.stream().map(h -> held(h, prices.apply(h.symbol()))).toList();
    var cost = Usd.ZERO;
    var value = Usd.ZERO;
    for (int i = 0; i < holdings.size(); i++) {
      var basis = holdings.get(i).costBasis();
      var worth = positions.get(i).marketValueUsd();
      cost = cost.plus(basis);
      value = value.plus(worth == null ? Rounding.value(basis.dollars()) : worth);
    }
    var gain = value.minus(Rounding.value(cost.dollars()));
    return new Portfolio(
        positions,
        new Summary(
            cash,
            escrow,
            value,
            cash.plus(escrow).plus(value),
            Rounding.value(cost.dollars()),
            gain,
            percent(gain, cost)));
  }

  private static Held held(Holding holding, @Nullable Price price) {
    var cost = holding.costBasis();
    var value = price == null ? null : Rounding.value(holding.quantity().multiply(price.usd()));
    var gain = value == null ? null : value.minus(Rounding.value(cost.dollars()));
    return new Held(
        holding.holdingId(),
        holding.symbol(),
        holding.exchange(),
        holding.quantity(),
        holding.reserved(),
        Rounding.ratio(cost.dollars(), holding.quantity()),
        price == null ? null : price.local(),
        value,
        gain,
        gain == null ? null : percent(gain, cost));
  }

  private static BigDecimal percent(Usd gain, Usd cost) {
    if (cost.isZero()) return BigDecimal.ZERO;
    return Rounding.ratio(gain.dollars().multiply(HUNDRED), cost.dollars());
  }
}
