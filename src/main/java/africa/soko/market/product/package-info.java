/// What is subscribed to rather than traded on an exchange (bonds, funds, private deals), and the
/// normalised catalogue that has them beside what is listed.
///
/// What always holds here: the built-in products are samples, are named so and say `SIMULATED`; no
/// issuer is invented.
package africa.soko.market.product;
