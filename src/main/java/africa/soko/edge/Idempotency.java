package africa.soko.edge;

<<<<<<< HEAD
/// The idempotency key of a change (SPEC "Idempotency").
///
/// @param keyHash SHA-256 of the key; what is stored is never the key itself
/// @param fingerprint SHA-256 over method, path with query, and body: what the key was used for
@SuppressWarnings("ArrayRecordComponent") // never compared as a whole
public record Idempotency(String key, byte[] keyHash, byte[] fingerprint) {}
=======
import io.vertx.core.buffer.Buffer;

/// The Idempotency-Key of a request, and what the request was.
///
/// @param key the header's text; only its hash is ever stored
/// @param keyHash SHA-256 of the key
/// @param fingerprint SHA-256 over method, path and body: the same key must come with the same one
public record Idempotency(String key, Buffer keyHash, Buffer fingerprint) {}
>>>>>>> house
