package africa.soko.access;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What a member of an organisation is there for, and so what his sessions may do at most.
@SuppressWarnings("ImmutableEnumChecker") // the sets cannot be changed
public enum Role {
  @JsonProperty("owner")
  OWNER("Everything, and who the owners are", FullScopes.ALL),
  @JsonProperty("admin")
  ADMIN("Everything but who the owners are", FullScopes.ALL),
  @JsonProperty("developer")
  DEVELOPER(
      "Reads everything; keeps webhooks, streams and alerts",
      reading("webhooks:write", "stream:write", "alerts:write")),
  @JsonProperty("trader")
  TRADER(
      "Reads everything; keeps accounts, moves money and trades",
      reading(
          "accounts:write",
          "wallets:write",
          "trading:write",
          "alerts:write",
          "corporate-actions:write")),
  @JsonProperty("viewer")
  VIEWER("Reads everything", reading());

  private final String description;
  private final Set<String> permissions;

  Role(String description, Set<String> permissions) {
    this.description = description;
    this.permissions = permissions;
  }

  public String description() {
    return description;
  }

  /// Scopes, as keys have them.
  public Set<String> permissions() {
    return permissions;
  }

  /// Whether somebody of this role may give a role to a member, or take it.
  public boolean gives(Role role) {
    return this == OWNER || (this == ADMIN && role != OWNER);
  }

  private static Set<String> reading(String... more) {
    var reads = FullScopes.ALL.stream().filter(scope -> scope.endsWith(":read"));
    return Stream.concat(reads, Stream.of(more)).collect(Collectors.toUnmodifiableSet());
  }
}
