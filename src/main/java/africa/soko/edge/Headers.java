package africa.soko.edge;

import io.vertx.core.http.HttpHeaders;

/// The names of the headers that the edge reads and writes.
final class Headers {
  static final CharSequence X_REQUEST_ID = HttpHeaders.createOptimized("X-Request-Id");
  static final CharSequence X_RATE_LIMIT = HttpHeaders.createOptimized("X-RateLimit-Limit");
  static final CharSequence X_RATE_REMAINING = HttpHeaders.createOptimized("X-RateLimit-Remaining");
  static final CharSequence X_RATE_RESET = HttpHeaders.createOptimized("X-RateLimit-Reset");
  static final CharSequence RETRY_AFTER = HttpHeaders.createOptimized("Retry-After");
  static final CharSequence IDEMPOTENCY_KEY = HttpHeaders.createOptimized("Idempotency-Key");
  static final CharSequence REPLAYED = HttpHeaders.createOptimized("Idempotent-Replayed");
  static final CharSequence NO_STORE = HttpHeaders.createOptimized("no-store");
  static final CharSequence TRUE = HttpHeaders.createOptimized("true");

  static final CharSequence DEPRECATION = HttpHeaders.createOptimized("Deprecation");
  static final CharSequence SUNSET = HttpHeaders.createOptimized("Sunset");
  static final CharSequence LINK = HttpHeaders.createOptimized("Link");

  private Headers() {}
}
