package africa.soko.edge;

import io.vertx.core.Future;

/// Counts the requests of a partner, or of an identity, in one environment (SPEC "Rate limits").
public interface RateLimit {

  /// Takes one request out of the caller's minute. It never fails: without its store it decides
  /// from what this node has seen.
  Future<Admission> take(Caller caller);

  /// Takes one request out of the minute of whoever an ID token speaks of: they may have no partner
  /// yet, and share no bucket with one.
  Future<Admission> take(Identity identity, Environment environment);

  /// How a request fared.
  ///
  /// @param limit requests a minute
  /// @param remaining what is left of them, never negative
  /// @param resetSeconds Unix time at which the oldest counted request leaves the window
  /// @param retryAfterSeconds how long until a request is granted again; at least 1 when refused
  record Admission(
      boolean granted, int limit, int remaining, long resetSeconds, int retryAfterSeconds) {}
}
