/// Companies: who stands behind the listed shares.
///
/// What always holds here: an ETF is no company; what was generated says that it is sample data.
package africa.soko.market.company;
