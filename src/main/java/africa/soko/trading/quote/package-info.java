/// Quotes before a trade: what an order is worth, and what it costs.
///
/// What always holds: a quote belongs to one account, is for one symbol, side and size, and is used
/// once.
package africa.soko.trading.quote;
