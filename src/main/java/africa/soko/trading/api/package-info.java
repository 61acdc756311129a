/// What partners do and see of trading: quote, trade and cancel; orders, reports and portfolios.
///
/// What always holds: a change is one command to the ledger; a read never changes anything; an id
/// of another account or partner answers like one that does not exist.
package africa.soko.trading.api;
