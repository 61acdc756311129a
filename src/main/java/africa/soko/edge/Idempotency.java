package africa.soko.edge;

import io.vertx.core.buffer.Buffer;

/// The Idempotency-Key of a request, and what the request was.
///
/// @param key the header's text; only its hash is ever stored
/// @param keyHash SHA-256 of the key, an operator's told apart from a partner's
/// @param fingerprint keyed hash over method, path and body: the same key must come with the same
///   one
public record Idempotency(String key, Buffer keyHash, Buffer fingerprint) {}
