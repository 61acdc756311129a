package africa.soko.edge.request;

import africa.soko.edge.Caller;
import africa.soko.edge.ErrorCode;
import africa.soko.edge.KeyRefusals;
import africa.soko.edge.Operation;
import africa.soko.edge.Refused;
import org.jspecify.annotations.Nullable;

/// What a credential may do.
public final class Scopes {
  private static final String MARKET = "market:read";

  private Scopes() {}

  public static @Nullable Refused refusal(Caller caller, Operation operation) {
    if (caller.showsDataKey() && operation.auth() != Operation.Auth.KEY_OR_DATA) {
      return dataKey();
    }
    var scope = operation.scope();
    if (caller instanceof Caller.SubAccountToken
        && !isOfOneUser(operation)
        && !MARKET.equals(scope)) {
      return Refused.of(ErrorCode.FORBIDDEN, "The token reads one sub-account only");
    }
    if (scope == null || caller.scopes().contains(scope)) return null;
    return KeyRefusals.lacks(scope);
  }

  /// Which user a path speaks of is checked where its name is resolved.
  private static boolean isOfOneUser(Operation operation) {
    return operation.template().startsWith("/users/{userId}");
  }

  static Refused dataKey() {
    return Refused.of(ErrorCode.FORBIDDEN, "A data key reads market data only");
  }
}
