package africa.soko.edge;

/// Why a key that was good once is refused (SPEC "Error codes").
public final class KeyRefusals {
  private KeyRefusals() {}

  public static Refused unknown() {
    return Refused.of(ErrorCode.AUTH_INVALID, "The key is unknown or no longer valid");
  }

  public static Refused revoked() {
    return Refused.of(ErrorCode.AUTH_REVOKED, "The key is revoked; a new one is needed");
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
