package africa.soko.edge;

import africa.soko.edge.http.MediaType;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads as a handler gets them, without a connection.
public final class Calls {
  private Calls() {}

  /// @param uri the path and query that are asked for
  /// @param path the parameters in the path
  public static Call get(
      String uri, Map<String, String> path, @Nullable String ifNoneMatch, Instant now) {
    var operation =
        new Operation(
            "read",
            HttpMethod.GET,
            "/read",
            Operation.Auth.NONE,
            null,
            Operation.Base.PARTNER,
            Operation.Idempotency.EXEMPT,
            Operation.Kind.HOT,
            List.of(),
            List.of(MediaType.JSON),
            Set.of(),
            null,
            null);
    var route =
        new Route(operation, Environment.SANDBOX, new Handler.Hot(call -> Answer.ok(Map.of())));
    var parts =
        new Call.Parts(
            request(uri, ifNoneMatch),
            new RequestName("req_1", ""),
            route,
            path,
            "127.0.0.1",
            caller(),
            null,
            Buffer.buffer(),
            now,
            null);
    return new Call(parts, () -> {}, refused -> {});
  }

  private static Caller caller() {
    var terms = new Caller.PartnerTerms("STARTER", 100, 50, 100, 2);
    return new Caller.KeyHolder(
        "prt_1",
        Environment.SANDBOX,
        "key_1",
        Caller.CredentialType.FULL,
        Set.of("market:read"),
        terms);
  }

  private static HttpServerRequest request(String uri, @Nullable String ifNoneMatch) {
    var mark = uri.indexOf('?');
    var query = mark < 0 ? null : uri.substring(mark + 1);
    return (HttpServerRequest)
        Proxy.newProxyInstance(
            Calls.class.getClassLoader(),
            new Class<?>[] {HttpServerRequest.class},
            (_, method, arguments) ->
                switch (method.getName()) {
                  case "uri" -> uri;
                  case "query" -> query;
                  case "getHeader" ->
                      HttpHeaders.IF_NONE_MATCH.equals(arguments[0]) ? ifNoneMatch : null;
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }
}
