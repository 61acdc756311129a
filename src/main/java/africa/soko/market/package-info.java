/// Instruments, prices and exchange rates; the exchanges and their calendars are in
/// `market.exchange`.
///
/// What always holds here:
/// - A price is above zero, has at most six decimals, and changes only while its exchange trades.
/// - A [africa.soko.market.MarketSnapshot] never changes; a new set of prices makes a new snapshot.
/// - A slot of 15 minutes of an exchange is polled by one node; the slot and its prices commit
///   together. Reading never waits for the database.
/// - The built-in feed is simulated and says so in every quote.
package africa.soko.market;
