/// Prices: the feed, quotes, and the sets in which they are published.
///
/// What always holds here:
/// - A price is above zero, has at most six decimals, and changes only while its exchange trades.
/// - Sets are numbered in the order in which they commit; each consumer does its work for a set
///   once over all nodes.
/// - The built-in feed is simulated and says so in every quote; real prices and simulated ones are
///   kept apart, and a node reads one kind alone.
package africa.soko.market.price;
