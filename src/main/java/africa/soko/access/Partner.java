package africa.soko.access;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A business that uses the service (SPEC "Partner account").
///
/// @param identitySubject the identity provider's name of its owner
/// @param requestsPerMinute an agreed ceiling, or null for that of the tier
/// @param streams an agreed number of streams, or null for that of the tier
public record Partner(
    String partnerId,
    String businessName,
    String email,
    @Nullable String identitySubject,
    Tier tier,
    Status status,
    int baseFeeBps,
    int markupFeeBps,
    @Nullable Integer requestsPerMinute,
    @Nullable Integer streams,
    boolean oauthClientCredentialsEnabled,
    Instant createdAt) {

  /// What a partner may do.
  public enum Status {
    ACTIVE,
    SUSPENDED
  }
}
