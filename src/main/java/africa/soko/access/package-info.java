/// Who may come in and how often: keys, ID tokens, the limiter, stream slots, idempotency turns.
///
/// What always holds: a raw key is never kept; a revoked key or a suspended partner is refused
/// within a second; without Redis everything goes on from what this node has seen itself.
package africa.soko.access;
