/// The audit log: who has asked for which change, and what came of it (SPEC "Operations whose path
/// is not shown").
///
/// What always holds: an entry is written in the transaction of its change, numbered without gaps,
/// and follows from the hash of the one before; the service can neither change nor delete one.
package africa.soko.audit;
