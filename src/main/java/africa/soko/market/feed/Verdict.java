package africa.soko.market.feed;

import africa.soko.market.price.FeedPrice;
import java.math.BigDecimal;

/// What becomes of a price that has come.
sealed interface Verdict {
  /// It is told to everybody.
  record Published(FeedPrice price) implements Verdict {}

  /// It is too far from what it is compared with, and waits for an operator.
  ///
  /// @param reference what it is compared with
  /// @param limitPercent how far it may be from that
  record Held(FeedPrice price, BigDecimal reference, BigDecimal limitPercent) implements Verdict {}

  /// It is known already, or older than what is.
  record Repeated() implements Verdict {}

  /// It cannot be a price.
  record Refused(String fault) implements Verdict {}
}
