package africa.soko.edge;

import org.jspecify.annotations.Nullable;

/// What a credential may do.
final class Scopes {
  private Scopes() {}

  static @Nullable Refused refusal(Caller caller, Operation operation) {
    if (caller.type() == Caller.CredentialType.DATA
        && operation.auth() != Operation.Auth.KEY_OR_DATA) {
      return dataKey();
    }
    var scope = operation.scope();
    if (scope == null || caller.scopes().contains(scope)) return null;
    return Refused.of(ErrorCode.FORBIDDEN, "The key lacks the scope %s", scope);
  }

  static Refused dataKey() {
    return Refused.of(ErrorCode.FORBIDDEN, "A data key reads market data only");
  }
}
