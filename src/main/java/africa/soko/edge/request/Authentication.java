package africa.soko.edge.request;

import africa.soko.edge.Environment;
import africa.soko.edge.Operation.Auth;
import africa.soko.edge.Principal;
import africa.soko.edge.RefusedException;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import org.jspecify.annotations.Nullable;

/// Finds out who sends a request.
public interface Authentication {

  /// What a request shows, by its form alone: it may be right or wrong. It is what an operation
  /// asks for that takes this and nothing less, [Auth#KEY_OR_DATA] for a data key.
  Auth shown(MultiMap headers);

  /// Whose credential a request shows, as far as this node has ever known; null if it has not. It
  /// is no verdict on the credential.
  default @Nullable String lastKnown(MultiMap headers) {
    return null;
  }

  /// Who shows what an operation asks for. A future that is complete already is carried on with at
  /// once. It refuses with AUTH_MISSING, AUTH_INVALID, AUTH_SUSPENDED or AUTH_REVOKED as a failed
  /// future that carries a [RefusedException].
  ///
  /// @param environment where a key must be at home; null for any
  Future<? extends Principal> principal(
      MultiMap headers, Auth auth, @Nullable Environment environment);
}
