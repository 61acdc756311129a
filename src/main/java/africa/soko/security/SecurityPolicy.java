package africa.soko.security;

import africa.soko.edge.Environment;
import africa.soko.platform.db.Fields;
import africa.soko.platform.db.Key;
import africa.soko.platform.db.Table;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a partner demands of the requests with its credentials in one environment.
///
/// @param keyRotationDays how old a key may be, or null for any age
record SecurityPolicy(
    String partnerId,
    Environment environment,
    List<String> ipAllowlist,
    boolean requireSignedRequests,
    boolean requireMtls,
    boolean scopedKeysOnly,
    @Nullable Integer keyRotationDays,
    Instant updatedAt) {

  static final Table<SecurityPolicy> TABLE =
      Table.<SecurityPolicy>named("platform.security_policy")
          .key("partner_id", SecurityPolicy::partnerId)
          .key("environment", policy -> policy.environment.name())
          .text("ip_allowlist", policy -> String.join(" ", policy.ipAllowlist))
          .flag("require_signed_requests", SecurityPolicy::requireSignedRequests)
          .flag("require_mtls", SecurityPolicy::requireMtls)
          .flag("scoped_keys_only", SecurityPolicy::scopedKeysOnly)
          .integer("key_rotation_days", SecurityPolicy::keyRotationDays)
          .instant("policy_updated_at", SecurityPolicy::updatedAt)
          .readBy(SecurityPolicy::read);

  static Key key(String partnerId, Environment environment) {
    return Key.of(partnerId, environment.name());
  }

  private static SecurityPolicy read(Fields row) {
    var allowlist = row.text("ip_allowlist");
    return new SecurityPolicy(
        row.text("partner_id"),
        row.constant("environment", Environment.class),
        allowlist.isEmpty() ? List.of() : List.of(allowlist.split(" ", -1)),
        row.flag("require_signed_requests"),
        row.flag("require_mtls"),
        row.flag("scoped_keys_only"),
        row.maybeInteger("key_rotation_days"),
        row.instant("policy_updated_at"));
  }
}
