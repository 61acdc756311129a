package africa.soko.edge.http;

import io.vertx.core.http.HttpHeaders;

/// The names of the headers that the edge reads and writes.
public final class Headers {
  public static final CharSequence X_REQUEST_ID = HttpHeaders.createOptimized("X-Request-Id");
  public static final CharSequence X_RATE_LIMIT = HttpHeaders.createOptimized("X-RateLimit-Limit");
  public static final CharSequence X_RATE_REMAINING =
      HttpHeaders.createOptimized("X-RateLimit-Remaining");
  public static final CharSequence X_RATE_RESET = HttpHeaders.createOptimized("X-RateLimit-Reset");
  public static final CharSequence RETRY_AFTER = HttpHeaders.createOptimized("Retry-After");
  public static final CharSequence IDEMPOTENCY_KEY = HttpHeaders.createOptimized("Idempotency-Key");
  public static final CharSequence REPLAYED = HttpHeaders.createOptimized("Idempotent-Replayed");
  public static final CharSequence NO_STORE = HttpHeaders.createOptimized("no-store");
  public static final CharSequence TRUE = HttpHeaders.createOptimized("true");

  public static final CharSequence DEPRECATION = HttpHeaders.createOptimized("Deprecation");
  public static final CharSequence SUNSET = HttpHeaders.createOptimized("Sunset");
  public static final CharSequence LINK = HttpHeaders.createOptimized("Link");

  private Headers() {}
}
