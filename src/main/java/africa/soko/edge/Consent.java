package africa.soko.edge;

import io.vertx.core.Future;
import java.math.BigDecimal;
import java.util.function.Function;

/// The consent of a second person, which some changes need where an organisation says so.
@FunctionalInterface
public interface Consent {

  /// The same change, which is held first where it needs consent.
  Function<Call, Future<Answer>> around(Guarded change);

  /// A change that may be held, as its feature has bound it.
  ///
  /// @param stake what is at stake in a call; it refuses what is wrong in shape
  record Guarded(
      Operation operation,
      Environment environment,
      Function<Call, Future<Answer>> change,
      Function<Call, Stake> stake) {}

  /// What is at stake.
  ///
  /// @param weight USD of what moves money, 1 of all else, and 0 of what never needs consent
  /// @param details what whoever consents is shown, as an object of JSON; never a secret
  record Stake(BigDecimal weight, Object details) {
    /// A change that is held wherever the policy names it.
    public static Stake of(Object details) {
      return new Stake(BigDecimal.ONE, details);
    }

    public static Stake none() {
      return new Stake(BigDecimal.ZERO, "");
    }
  }
}
