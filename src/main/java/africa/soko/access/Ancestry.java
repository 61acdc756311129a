package africa.soko.access;

/// What a token ends with, as parts of a query in which `c` is the credential: the key that it was
/// made from, and where a token made it, that token too. No token is made from one that is itself
/// made from a token.
///
/// A token ends by its own time and by that of the key; where it was made by a token, the time of
/// that one is nothing to it.
public final class Ancestry {
  public static final String JOINS =
      """
      LEFT JOIN platform.credential k ON c.token AND k.key_id = c.parent_key_id
      LEFT JOIN platform.credential r ON k.token AND r.key_id = k.parent_key_id
      """;

  public static final String IS_REVOKED =
      "coalesce(c.revoked_at, k.revoked_at, r.revoked_at) IS NOT NULL";

  /// When it ends, or null.
  public static final String ENDS_AT =
      "least(c.expires_at, CASE WHEN k.token THEN r.expires_at ELSE k.expires_at END)";

  /// When the key was made.
  static final String KEY_MADE_AT = "coalesce(r.created_at, k.created_at, c.created_at)";

  private Ancestry() {}
}
