package africa.soko.market.feed;

import africa.soko.market.price.FeedPrice;
import org.jspecify.annotations.Nullable;

/// One price as a source told it.
///
/// @param currency in which it says that the price is, or null where it does not
public record FeedRow(FeedPrice price, @Nullable String currency) {}
