package africa.soko.edge;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reads as a handler gets them, without a connection.
public final class Calls {
  private Calls() {}

  /// @param query what follows the question mark, or null
  public static Call get(
      @Nullable String query, Map<String, String> path, @Nullable String ifNoneMatch, Instant now) {
    var operation =
        new Operation(
            "read",
            HttpMethod.GET,
            "/read",
            Operation.Auth.NONE,
            null,
            Operation.Base.PARTNER,
            Operation.Idempotency.EXEMPT,
            Operation.Kind.HOT);
    var route =
        new Route(operation, Environment.SANDBOX, new Handler.Hot(call -> Answer.ok(Map.of())));
    var parts =
        new Call.Parts(
            request(query, ifNoneMatch),
            "req_1",
            route,
            path,
            null,
            null,
            null,
            Buffer.buffer(),
            now);
    return new Call(parts, () -> {}, refused -> {});
  }

  private static HttpServerRequest request(@Nullable String query, @Nullable String ifNoneMatch) {
    return (HttpServerRequest)
        Proxy.newProxyInstance(
            Calls.class.getClassLoader(),
            new Class<?>[] {HttpServerRequest.class},
            (_, method, _) ->
                switch (method.getName()) {
                  case "query" -> query;
                  case "getHeader" -> ifNoneMatch;
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }
}
