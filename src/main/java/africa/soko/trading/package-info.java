/// Quotes, orders and what comes of them: fills, holdings, lots, reports and settlement.
///
/// What always holds: an order that is open has in escrow what it may cost, or in reserve what it
/// may sell; a fill moves cash and units in one commit; units held = units bought less units sold =
/// units in open lots; a quote belongs to one account and is used once.
package africa.soko.trading;
