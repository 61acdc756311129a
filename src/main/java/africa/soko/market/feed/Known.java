package africa.soko.market.feed;

import africa.soko.market.price.FeedPrice;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/// What was published last of an instrument.
///
/// @param accepted the price that an operator has accepted in the session of this one, with which
///   others of that session are then compared; null where there is none
record Known(FeedPrice price, @Nullable BigDecimal accepted) {}
