/// Telling every partner of an environment the same event, for example that an exchange has opened.
///
/// What always holds: what is to be told is one row, written in the transaction of its cause; each
/// partner is told once and in the order of the rows, however many nodes try and wherever one dies.
package africa.soko.broadcast;
