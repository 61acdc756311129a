/// Words about the market: weekly reviews, news and notes, generated from the simulated prices or
/// published by an operator.
///
/// What always holds here: what was generated says that it is sample data, and is made of simulated
/// prices alone; what an operator publishes shows at once on its node, elsewhere within seconds.
package africa.soko.market.words;
