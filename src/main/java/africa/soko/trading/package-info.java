/// What quotes, orders and positions have in common: sides, prices, the venue and its sessions.
///
/// What always holds: `position` knows none of the other packages below, `quote` and `equity` know
/// `position`, `order` knows `position` and `quote`, `settlement` knows them all; an order that is
/// open has in escrow what it may cost, or in reserve what it may sell; a fill moves cash and units
/// in one commit.
package africa.soko.trading;
