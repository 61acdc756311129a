/// Real prices: where they come from (a folder, an HTTP server), how they are read, judged, held
/// and published, and what is kept of them when a session has ended.
///
/// What always holds here:
/// - Nothing that is read from outside ends more than its own row, file or look; the prices that
///   are there stay.
/// - A price that is too far from what it is compared with is seen by nobody until an operator has
///   accepted it.
/// - Prices, held prices and candles are written by one node at a time, and each once, however
///   often it comes.
package africa.soko.market.feed;
