package africa.soko.edge.contract;

import africa.soko.edge.ErrorCode;
import africa.soko.edge.Operation;
import africa.soko.edge.Operation.Auth;
import io.vertx.core.http.HttpMethod;
import java.util.ArrayList;
import java.util.List;

/// A way in which operations fail. Several may share a code: `FORBIDDEN` is a key that may not, and
/// a sub-account that is frozen.
///
/// @param name that of its example in the contract, without `Error.`
/// @param description when it happens, a sentence
record ErrorCase(String name, ErrorCode code, String description) {

  /// The names of what can happen to an operation because it is one of its kind.
  ///
  /// @param typedQuery whether its query has a parameter that is more than text
  static List<String> standard(Operation operation, boolean typedQuery) {
    var names = new ArrayList<String>();
    if (operation.needsIdempotencyKey()) {
      names.addAll(List.of("MISSING_IDEMPOTENCY_KEY", "CONFLICT"));
    }
    if (operation.takesBody()) {
      // What a PATCH leaves out stays as it is.
      if (!operation.method().equals(HttpMethod.PATCH)) names.add("MISSING_PARAM_BODY");
      names.addAll(List.of("INVALID_TYPE_BODY", "VALIDATION_ERROR_BODY"));
    } else {
      if (typedQuery) names.add("INVALID_TYPE");
      names.add(operation.needsIdempotencyKey() ? "VALIDATION_ERROR_KEY" : "VALIDATION_ERROR");
    }
    names.addAll(ofCredential(operation.auth()));
    if (operation.template().contains("{")) names.add("NOT_FOUND");
    names.addAll(
        List.of("NOT_ACCEPTABLE", "PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE", "INTERNAL_ERROR"));
    return names;
  }

  private static List<String> ofCredential(Auth auth) {
    return switch (auth) {
      case KEY, KEY_OR_DATA, KEY_OR_ID_TOKEN ->
          List.of(
              "AUTH_MISSING",
              "AUTH_INVALID",
              "FORBIDDEN",
              "AUTH_REVOKED",
              "AUTH_SUSPENDED",
              "RATE_LIMITED",
              "MAINTENANCE",
              "SERVICE_UNAVAILABLE");
      case ID_TOKEN ->
          List.of(
              "AUTH_MISSING_IDENTITY",
              "AUTH_INVALID_IDENTITY",
              "FORBIDDEN_DATA_KEY",
              "AUTH_SUSPENDED",
              "RATE_LIMITED",
              "MAINTENANCE",
              "SERVICE_UNAVAILABLE");
      case CLIENT ->
          List.of(
              "AUTH_INVALID_CLIENT",
              "AUTH_REVOKED",
              "AUTH_SUSPENDED",
              "RATE_LIMITED",
              "MAINTENANCE",
              "SERVICE_UNAVAILABLE");
      case OPERATOR ->
          List.of("AUTH_MISSING_OPERATOR", "AUTH_INVALID_OPERATOR", "SERVICE_UNAVAILABLE");
      case VISITOR -> List.of("RATE_LIMITED", "MAINTENANCE", "SERVICE_UNAVAILABLE");
      case NONE -> List.of();
    };
  }
}
