/// The keys of a partner: rotation, revocation, the data key and tokens (SPEC "Keys", DECISIONS 3).
///
/// What always holds: a key's text is told once, in the answer that makes it, and kept nowhere; and
/// once a revocation is answered, no change of that key commits on any node.
package africa.soko.key;
