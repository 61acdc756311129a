package africa.soko.security;

import africa.soko.platform.crypto.Sha256;
import africa.soko.testing.Api;
import africa.soko.testing.Partner;
import africa.soko.testing.Reply;
import africa.soko.testing.Service;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

/// What the tests of policies have in common.
final class PolicyCalls {
  private PolicyCalls() {}

  /// A policy that demands nothing but what is named.
  static Map<String, Object> policy(String field, Object value) {
    var policy = new HashMap<String, Object>();
    policy.put("ipAllowlist", List.of());
    for (var rule : List.of("requireSignedRequests", "requireMtls", "scopedKeysOnly")) {
      policy.put(rule, false);
    }
    policy.put("keyRotationDays", null);
    policy.put(field, value);
    return policy;
  }

  /// Sets a policy for the sandbox of a partner, whose tier has them after this.
  static Reply demand(Service service, Partner partner, String field, Object value) {
    SecuritySamples.upgrade(service, partner.id());
    return put(partner.sandbox(), policy(field, value)).expect(200);
  }

  static Reply put(Api api, Map<String, Object> policy) {
    return api.request("PUT", "/security-policy").body(policy).send();
  }

  static Reply open(Api api) {
    return api.post("/users", user());
  }

  static Map<String, Object> user() {
    return Map.of("externalId", "ext-" + UUID.randomUUID(), "displayName", "Wanjiru");
  }

  /// A key of a partner's sandbox with these scopes, issued by an operator.
  static Api scoped(Service service, Partner partner, String... scopes) {
    var body = Map.of("environment", "sandbox", "scopes", List.of(scopes));
    var issued = service.operator().post("/partners/" + partner.id() + "/keys", body).expect(201);
    return partner.sandbox().as(issued.text("/apiKey"));
  }

  /// The partner's sandbox demands nothing any more.
  static void lift(Service service, Partner partner) {
    service
        .operator()
        .post(
            "/partners/" + partner.id() + "/security-policy/lift", Map.of("environment", "sandbox"))
        .expect(200);
  }

  /// A request that is signed at a time, with the key that it shows.
  static Api.Request signed(Api api, String method, String path, String body, Instant at) {
    var timestamp = "" + at.getEpochSecond();
    return api.request(method, path)
        .body(body)
        .header("x-request-timestamp", timestamp)
        .header("x-request-signature", signature(api, timestamp, method, path, body));
  }

  static String signature(Api api, String timestamp, String method, String path, String body) {
    var uri = URI.create(api.url() + path);
    var target = uri.getRawPath() + (uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery());
    var digest = HexFormat.of().formatHex(Sha256.of(body.getBytes(StandardCharsets.UTF_8)));
    var text = String.join("\n", timestamp, method, target, digest);
    var key = Objects.requireNonNull(api.credential()).getBytes(StandardCharsets.UTF_8);
    return HexFormat.of().formatHex(Sha256.keyed(key, text.getBytes(StandardCharsets.UTF_8)));
  }
}
