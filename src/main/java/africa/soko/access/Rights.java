package africa.soko.access;

import africa.soko.platform.db.Fields;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What an organisation lets one of its members do in one environment, as it stands at this moment
/// (SPEC "Identity-provider token endpoints").
///
/// @param policy the scopes that its policy lets sessions have there, or null for all
public record Rights(Role role, boolean isActive, @Nullable Set<String> policy) {
  /// What a statement over a credential `c` selects for [#read].
  public static final String COLUMNS =
      """
      m.role AS member_role, m.status AS member_status,
      CASE c.environment WHEN 'LIVE' THEN o.scopes_live ELSE o.scopes_sandbox END AS policy_scopes,
      coalesce(o.revision, 0) AS policy_revision
      """;

  /// Where they come from.
  ///
  /// @param memberId what says whose they are
  public static String joins(String memberId) {
    return """
    LEFT JOIN platform.member m ON m.partner_id = c.partner_id AND m.member_id = %1$s
    LEFT JOIN platform.organization_policy o
      ON %1$s IS NOT NULL AND o.partner_id = c.partner_id
    """
        .formatted(memberId);
  }

  /// Null where the credential is no member's.
  public static @Nullable Rights read(Fields row) {
    var role = row.maybeConstant("member_role", Role.class);
    if (role == null) return null;
    var active = Member.Status.ACTIVE.name().equals(row.text("member_status"));
    var policy = row.maybeText("policy_scopes");
    return new Rights(role, active, policy == null ? null : Words.of(policy));
  }

  /// What is left of the scopes of a key.
  public Set<String> within(Set<String> scopes) {
    return scopes.stream().filter(this::allows).collect(Collectors.toUnmodifiableSet());
  }

  public boolean allows(String scope) {
    return isActive
        && role.permissions().contains(scope)
        && (policy == null || policy.contains(scope));
  }
}
