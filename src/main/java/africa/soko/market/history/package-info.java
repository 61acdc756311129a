/// What prices were: daily candles, and what is drawn from them (charts, snapshots).
///
/// What always holds here: the last candle is made of the quote that callers see at that moment, so
/// that a quote, a snapshot, a candle and a chart tell the same price; the history of the built-in
/// feed is a function of seed and time, of which nothing is stored; that of real prices is what was
/// recorded of them, read once and then on.
package africa.soko.market.history;
