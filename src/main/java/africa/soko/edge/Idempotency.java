package africa.soko.edge;

/// The idempotency key of a change (SPEC "Idempotency").
///
/// @param keyHash SHA-256 of the key; what is stored is never the key itself
/// @param fingerprint SHA-256 over method, path with query, and body: what the key was used for
@SuppressWarnings("ArrayRecordComponent") // never compared as a whole
public record Idempotency(String key, byte[] keyHash, byte[] fingerprint) {}
