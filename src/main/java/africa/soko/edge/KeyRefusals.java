package africa.soko.edge;

/// Why a key that was good once is refused (SPEC "Error codes").
public final class KeyRefusals {
  private KeyRefusals() {}

  /// What a key may not do.
  public static Refused lacks(String scope) {
    return Refused.of(ErrorCode.FORBIDDEN, "The key lacks the scope %s", scope);
  }

  public static Refused unknown() {
    return Refused.of(ErrorCode.AUTH_INVALID, "The key is unknown or no longer valid");
  }

  public static Refused revoked() {
    return Refused.of(ErrorCode.AUTH_REVOKED, "The key is revoked; a new one is needed");
  }

  /// For the session of a member who was suspended or removed.
  public static Refused noMember() {
    return Refused.of(ErrorCode.AUTH_REVOKED, "The session is over: its member is not active");
  }

  /// It was let in by a security policy that has changed since.
  public static Refused rulesChanged() {
    return Refused.of(
        ErrorCode.SERVICE_UNAVAILABLE,
        "The security policy has just changed; nothing was processed, send it again");
  }

  public static Refused suspended() {
    return Refused.of(ErrorCode.AUTH_SUSPENDED, "The partner account is suspended");
  }
}
