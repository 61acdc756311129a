package africa.soko.edge;

import io.vertx.core.Future;
import io.vertx.core.MultiMap;

/// Finds out who sends a request. It refuses with AUTH_MISSING, AUTH_INVALID, AUTH_SUSPENDED or
/// AUTH_REVOKED as a failed future that carries a [RefusedException].
public interface Authentication {

  /// True if a request shows any key at all, right or wrong.
  boolean showsKey(MultiMap headers);

  /// Whose key it is. A future that is complete already is carried on with at once.
  Future<Caller> caller(MultiMap headers, Environment environment);

  /// Whom an identity provider's token speaks of.
  Future<Identity> identity(MultiMap headers);
}
