/// Instruments, exchanges, calendars, prices and exchange rates.
///
/// What always holds here:
/// - A calendar answers in the zone of its exchange; the zone of the machine is never asked.
/// - A price is above zero, has at most six decimals, and changes only while its exchange trades.
/// - A constraint of an exchange that is not known is `null`; none is ever inferred.
/// - A [africa.soko.market.MarketSnapshot] never changes; a new set of prices makes a new snapshot.
/// - A slot of 15 minutes of an exchange is polled by one node; the slot and its prices commit
///   together. Reading never waits for the database.
/// - The built-in feed is simulated and says so in every quote.
package africa.soko.market;
