package africa.soko.edge;

import io.vertx.core.Future;

/// Counts the requests of a partner, or of an identity, in one environment (SPEC "Rate limits").
public interface RateLimit {

  /// Grants everything and counts nothing: who operates the service has no ceiling.
  RateLimit NONE = (_, _) -> Future.succeededFuture(Admission.UNCOUNTED);

  /// Takes one request out of the minute of whoever sends it. All keys of a partner share one; the
  /// holder of an ID token has his own, for he may have no partner yet. It never fails: without its
  /// store it decides from what this node has seen.
  ///
  /// @param environment that of the path; a key's own environment counts for a key
  Future<Admission> take(Principal principal, Environment environment);

  /// How a request fared.
  ///
  /// @param limit requests a minute; 0 where nothing is counted
  /// @param remaining what is left of them, never negative
  /// @param resetSeconds Unix time at which the oldest counted request leaves the window
  /// @param retryAfterSeconds how long until a request is granted again; at least 1 when refused
  record Admission(
      boolean granted, int limit, int remaining, long resetSeconds, int retryAfterSeconds) {
    public static final Admission UNCOUNTED = new Admission(true, 0, 0, 0, 0);

    public boolean isCounted() {
      return limit > 0;
    }
  }
}
