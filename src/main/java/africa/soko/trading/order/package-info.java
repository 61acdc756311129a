/// Orders: how they are taken in, filled, rejected and cancelled, and what is told of them.
///
/// What always holds: an order that is open has in escrow what it may cost, or in reserve what it
/// may sell, and one that has ended nothing; a fill moves cash and units in one commit; whatever
/// happens to an order is one execution report.
package africa.soko.trading.order;
