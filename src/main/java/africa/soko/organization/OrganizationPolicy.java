package africa.soko.organization;

import africa.soko.access.FullScopes;
import africa.soko.access.Words;
import africa.soko.edge.Environment;
import africa.soko.platform.db.Fields;
import africa.soko.platform.db.Key;
import africa.soko.platform.db.Table;
import africa.soko.platform.money.Usd;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// What an organisation lets the sessions of its members do, whatever their roles, and what of it
/// needs somebody else's consent.
///
/// @param revision how often it was replaced
/// @param withdrawalOver what may be withdrawn without consent, or null for nothing
/// @param live the scopes that sessions may have in the live environment, or null for all
/// @param sandbox the same of the sandbox
record OrganizationPolicy(
    String partnerId,
    int revision,
    Set<ApprovalKind> approvalRequiredFor,
    @Nullable Usd withdrawalOver,
    @Nullable Set<String> live,
    @Nullable Set<String> sandbox,
    Instant updatedAt) {

  static final Table<OrganizationPolicy> TABLE =
      Table.<OrganizationPolicy>named("platform.organization_policy")
          .key("partner_id", OrganizationPolicy::partnerId)
          .integer("revision", OrganizationPolicy::revision)
          .text("approval_required_for", policy -> names(policy.approvalRequiredFor))
          .usd("withdrawal_over", OrganizationPolicy::withdrawalOver)
          .text("scopes_live", policy -> text(policy.live))
          .text("scopes_sandbox", policy -> text(policy.sandbox))
          .instant("updated_at", OrganizationPolicy::updatedAt)
          .readBy(OrganizationPolicy::read);

  /// As it is told; every scope is named.
  record View(
      List<ApprovalKind> approvalRequiredFor,
      @Nullable Usd withdrawalOverUsd,
      Scopes scopes,
      @Nullable Instant updatedAt) {
    static final View NONE = new View(List.of(), null, new Scopes(all(null), all(null)), null);
  }

  record Scopes(SortedSet<String> live, SortedSet<String> sandbox) {}

  View view() {
    var named = approvalRequiredFor.stream().sorted().toList();
    return new View(named, withdrawalOver, new Scopes(all(live), all(sandbox)), updatedAt);
  }

  static Key key(String partnerId) {
    return Key.of(partnerId);
  }

  /// Null for all.
  @Nullable Set<String> scopes(Environment environment) {
    return environment == Environment.LIVE ? live : sandbox;
  }

  /// Whether a change of this weight needs somebody else's consent.
  boolean holds(ApprovalKind kind, BigDecimal weight) {
    // Else whoever may change the policy would need nobody for anything.
    if (kind == ApprovalKind.ORGANIZATION_POLICY) return !approvalRequiredFor.isEmpty();
    if (!approvalRequiredFor.contains(kind)) return false;
    var over = kind == ApprovalKind.WITHDRAWAL ? withdrawalOver : null;
    return weight.compareTo(over == null ? BigDecimal.ZERO : over.dollars()) > 0;
  }

  private static OrganizationPolicy read(Fields row) {
    var named = EnumSet.noneOf(ApprovalKind.class);
    for (var name : Words.of(row.text("approval_required_for"))) {
      named.add(ApprovalKind.valueOf(name));
    }
    return new OrganizationPolicy(
        row.text("partner_id"),
        row.integer("revision"),
        named,
        row.maybeUsd("withdrawal_over"),
        words(row.maybeText("scopes_live")),
        words(row.maybeText("scopes_sandbox")),
        row.instant("updated_at"));
  }

  private static String names(Collection<ApprovalKind> kinds) {
    return Words.text(kinds.stream().map(Enum::name).toList());
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
