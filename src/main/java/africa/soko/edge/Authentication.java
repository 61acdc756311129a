package africa.soko.edge;

import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import org.jspecify.annotations.Nullable;

/// Finds out who sends a request. It refuses with AUTH_MISSING, AUTH_INVALID, AUTH_SUSPENDED or
/// AUTH_REVOKED as a failed future that carries a [RefusedException].
public interface Authentication {

  /// What a request shows, by its form alone: it may be right or wrong.
  enum Shown {
    NOTHING,
    KEY,
    DATA_KEY,
    ID_TOKEN
  }

  Shown shown(MultiMap headers);

  /// Whose key it is. A future that is complete already is carried on with at once.
  ///
  /// @param environment where the key must be at home; null for any
  Future<Caller> caller(MultiMap headers, @Nullable Environment environment);

  /// Whom an identity provider's token speaks of.
  Future<Identity> identity(MultiMap headers);
}
