/// Exchange rates: local units per US dollar, managed by an operator.
///
/// What always holds here: a rate is above zero and has at most six decimals; USD is 1.
package africa.soko.market.fx;
