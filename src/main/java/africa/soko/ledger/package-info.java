/// The ledger: every change of the books goes through it, in batches, one transaction a batch.
///
/// What always holds: a command is decided by a pure function on the rows it asked for, locked; a
/// refused command leaves nothing behind; money only moves by a [Transfer] from one pocket to
/// another; an answer is given after COMMIT, never before; the answer to an idempotency key is
/// written in the same transaction as its effect.
package africa.soko.ledger;
