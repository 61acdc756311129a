package africa.soko.market.feed;

import africa.soko.market.price.FeedPrice;
import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A price that waits for an operator, or did.
///
/// @param reference what it was compared with
/// @param limitPercent how far it may have been from that
/// @param decidedAt when it was accepted or rejected, or was overtaken by a newer one
record HeldPrice(
    String id,
    FeedPrice price,
    BigDecimal reference,
    BigDecimal limitPercent,
    Status status,
    Instant heldAt,
    @Nullable Instant decidedAt) {

  /// What has become of it.
  enum Status {
    HELD,
    ACCEPTED,
    REJECTED,
    /// A newer price has come.
    SUPERSEDED
  }

  HeldPrice decided(Status next, Instant at) {
    return new HeldPrice(id, price, reference, limitPercent, next, heldAt, at);
  }
}
