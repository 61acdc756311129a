/// Exchanges and their time: sessions, holidays, phases, settlement dates, ticks.
///
/// What always holds here:
/// - A calendar answers in the zone of its exchange; the zone of the machine is never asked.
/// - A constraint of an exchange that is not known is `null`; none is ever inferred.
package africa.soko.market.exchange;
