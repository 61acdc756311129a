package africa.soko.edge.request;

import africa.soko.edge.Environment;
import org.jspecify.annotations.Nullable;

/// Told how requests of partners ended. It may be called on any thread, and must not wait.
@FunctionalInterface
public interface Served {
  int FAILURES_FROM = 500;

  Served NOBODY = (_, _, _) -> {};

  /// Looks at every answer. One counts that an operation gave to somebody with a partner's
  /// credential; where that could not be looked up, for whom it was when it last could.
  default void see(Pending pending, int status, Authentication authentication) {
    if (pending.route() == null) return;
    boolean failed = status >= FAILURES_FROM;
    var partnerId = partnerId(pending, failed, authentication);
    if (partnerId != null) count(partnerId, pending.environment(), failed);
  }

  private static @Nullable String partnerId(
      Pending pending, boolean failed, Authentication authentication) {
    var caller = pending.caller();
    if (caller != null) return caller.partnerId();
    return failed ? authentication.lastKnown(pending.request().headers()) : null;
  }

  /// @param failed whether it was the service that failed
  void count(String partnerId, Environment environment, boolean failed);
}
