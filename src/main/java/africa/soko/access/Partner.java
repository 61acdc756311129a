package africa.soko.access;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A business that uses the service, as it is in both environments (SPEC "Partner account"). What
/// is agreed with it is an [Agreement] for each of them.
///
/// @param identitySubject the identity provider's name of its owner
public record Partner(
    String partnerId,
    String businessName,
    String email,
    @Nullable String identitySubject,
    Status status,
    Instant createdAt) {

  /// What a partner may do.
  public enum Status {
    ACTIVE,
    SUSPENDED
  }
}
