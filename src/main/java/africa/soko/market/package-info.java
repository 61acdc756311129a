/// The market: what all share ([africa.soko.market.SharedMarket]), and how one environment and each
/// of its partners see it ([africa.soko.market.Market]). What it is made of is in `catalogue`
/// (instruments), `price` (quotes and the feed), `fx` and `exchange`, each with its routes.
///
/// What always holds here:
/// - A [africa.soko.market.MarketView] never changes; a new set of prices makes a new view. Reading
///   never waits for the database.
/// - Who asks says for which partner; without an overlay everybody is answered from the same view.
/// - A slot of 15 minutes of an exchange is polled by one node; the slot, its prices and the number
///   of the set that they are commit together.
package africa.soko.market;
