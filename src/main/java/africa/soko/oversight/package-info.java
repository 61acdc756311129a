/// What partners and operators see of the audit log, its upkeep, and the list of refused
/// credentials.
///
/// What always holds: an operator's call is written before anything is done; refused credentials
/// take a bounded number of rows, however many there are.
package africa.soko.oversight;
