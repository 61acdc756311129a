package africa.soko.access;

/// The organisation that a person is a member of.
public record Membership(Partner partner, String memberId, Role role, boolean isActive) {

  /// Whether the member may do himself what his role lets him do.
  public boolean allows(String scope) {
    return isActive && role.permissions().contains(scope);
  }
}
