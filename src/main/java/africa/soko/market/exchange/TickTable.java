package africa.soko.market.exchange;

import africa.soko.platform.money.Rounding;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The smallest price steps of an exchange, in local currency, by price level.
public record TickTable(List<Step> steps) {
  /// `tick` holds for prices below `below`; without a bound, for all that remain.
  public record Step(@Nullable BigDecimal below, BigDecimal tick) {}

  public TickTable {
    steps = List.copyOf(steps);
    if (steps.isEmpty() || steps.getLast().below() != null) {
      throw new IllegalArgumentException("The last step of a tick table has no bound");
    }
  }

  /// Reads `5:0.01 10:0.02 0.05`: 0.01 below 5, 0.02 below 10, 0.05 from there on.
  static TickTable parse(String text) {
    var steps = new ArrayList<Step>();
    for (var part : text.split(" ", -1)) {
      var colon = part.indexOf(':');
      var below = colon < 0 ? null : new BigDecimal(part.substring(0, colon));
      steps.add(new Step(below, new BigDecimal(part.substring(colon + 1))));
    }
    return new TickTable(steps);
  }

  /// The step that holds at this price.
  public BigDecimal tickAt(BigDecimal price) {
    for (var step : steps) {
      if (step.below() == null || price.compareTo(step.below()) < 0) return step.tick();
    }
    throw new IllegalStateException("The last step of a tick table has no bound");
  }

  /// The nearest price that the exchange would accept; never below one step.
  public BigDecimal round(BigDecimal price) {
    var tick = tickAt(price);
    return Rounding.toStep(price, tick).max(tick);
  }
}
