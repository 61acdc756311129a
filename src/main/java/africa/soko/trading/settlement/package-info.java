/// How a fill ends: it settles, or everything goes back.
///
/// What always holds: the proceeds of a SELL are unsettled from the fill until they settle or fail,
/// once.
package africa.soko.trading.settlement;
