package africa.soko.organization;

import africa.soko.access.FullScopes;
import africa.soko.access.Words;
import africa.soko.platform.db.Key;
import africa.soko.platform.db.Table;
import java.time.Instant;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// What an organisation lets the sessions of its members do, whatever their roles.
///
/// @param live the scopes that they may have in the live environment, or null for all
/// @param sandbox the same of the sandbox
record OrganizationPolicy(
    String partnerId,
    @Nullable Set<String> live,
    @Nullable Set<String> sandbox,
    Instant updatedAt) {

  static final Table<OrganizationPolicy> TABLE =
      Table.<OrganizationPolicy>named("platform.organization_policy")
          .key("partner_id", OrganizationPolicy::partnerId)
          .text("scopes_live", policy -> text(policy.live))
          .text("scopes_sandbox", policy -> text(policy.sandbox))
          .instant("updated_at", OrganizationPolicy::updatedAt)
          .readBy(
              row ->
                  new OrganizationPolicy(
                      row.text("partner_id"),
                      words(row.maybeText("scopes_live")),
                      words(row.maybeText("scopes_sandbox")),
                      row.instant("updated_at")));

  /// As it is told; every scope is named.
  record View(Scopes scopes, @Nullable Instant updatedAt) {
    static final View NONE = new View(new Scopes(all(null), all(null)), null);
  }

  record Scopes(SortedSet<String> live, SortedSet<String> sandbox) {}

  View view() {
    return new View(new Scopes(all(live), all(sandbox)), updatedAt);
  }

  static Key key(String partnerId) {
    return Key.of(partnerId);
  }

  private static SortedSet<String> all(@Nullable Set<String> scopes) {
    return new TreeSet<>(scopes == null ? FullScopes.ALL : scopes);
  }

  private static @Nullable String text(@Nullable Set<String> scopes) {
    return scopes == null ? null : Words.text(scopes);
  }

  private static @Nullable Set<String> words(@Nullable String text) {
    return text == null ? null : Words.of(text);
  }
}
