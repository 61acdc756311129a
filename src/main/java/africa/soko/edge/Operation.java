package africa.soko.edge;

import io.vertx.core.http.HttpMethod;
import org.jspecify.annotations.Nullable;

/// One operation of the contract, as `openapi.yaml` declares it.
///
/// @param template the path below its base, for example `/users/{userId}`
/// @param scope what a credential needs, as `resource:action`, or null
public record Operation(
    String operationId,
    HttpMethod method,
    String template,
    Auth auth,
    @Nullable String scope,
    Base base,
    Idempotency idempotency,
    Kind kind) {

  /// What a caller has to show (SPEC "Credentials on requests").
  public enum Auth {
    KEY,
    KEY_OR_DATA,
    ID_TOKEN,
    NONE;

    boolean isKey() {
      return this == KEY || this == KEY_OR_DATA;
    }
  }

  /// Where the operation is served: under both partner bases, under the sandbox one alone, or at
  /// the root of the service.
  public enum Base {
    PARTNER,
    SANDBOX,
    ROOT
  }

  /// Whether a change needs an idempotency key.
  public enum Idempotency {
    REQUIRED,
    EXEMPT
  }

  /// How an operation is answered: from memory at once, by a query, by a command, or by a stream
  /// that stays open.
  public enum Kind {
    HOT,
    READ,
    CHANGE,
    STREAM
  }

  boolean isChange() {
    return !method.equals(HttpMethod.GET);
  }

  boolean needsIdempotencyKey() {
    return isChange() && auth != Auth.NONE && idempotency == Idempotency.REQUIRED;
  }
}
