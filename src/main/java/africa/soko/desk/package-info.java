/// The simulated dealing desk: takes up what has become due, and sends it to the ledger as
/// commands.
///
/// What always holds: the desk keeps nothing in memory that must not be lost; what is due is a row
/// with a due time; a command that comes twice, or from two nodes, has its effect once.
package africa.soko.desk;
