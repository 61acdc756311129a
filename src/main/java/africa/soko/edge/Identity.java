package africa.soko.edge;

import africa.soko.platform.jwt.JwtVerifier;
import org.jspecify.annotations.Nullable;

/// Who an identity provider's ID token speaks of.
///
/// @param subject the provider and its own name for the person, parted by a space; it never changes
/// @param isVerified whether the provider says that the email address is the person's
public record Identity(
    String subject, @Nullable String email, @Nullable String name, boolean isVerified)
    implements Principal {

  /// Somebody whose address is not known to be his.
  public Identity(String subject, @Nullable String email, @Nullable String name) {
    this(subject, email, name, false);
  }

  /// Whom a token speaks of.
  public static Identity of(JwtVerifier.Claims claims) {
    return new Identity(
        claims.issuer() + " " + claims.subject(),
        claims.email(),
        claims.name(),
        claims.isVerified());
  }
}
