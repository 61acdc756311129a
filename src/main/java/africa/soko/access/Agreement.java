package africa.soko.access;

import org.jspecify.annotations.Nullable;

/// What is agreed with a partner for one environment by itself.
///
/// @param baseFeeBps the service's fee in basis points of the gross amount
/// @param markupFeeBps the partner's own fee on top, in basis points
/// @param requestsPerMinute an agreed ceiling, or null for that of the tier or of the sandbox
/// @param streams an agreed number of streams, or null for that of the tier or of the sandbox
public record Agreement(
    Tier tier,
    int baseFeeBps,
    int markupFeeBps,
    @Nullable Integer requestsPerMinute,
    @Nullable Integer streams,
    boolean oauthClientCredentialsEnabled) {

  /// With what every partner begins.
  public static Agreement first(int baseFeeBps, int markupFeeBps) {
    return new Agreement(Tier.STARTER, baseFeeBps, markupFeeBps, null, null, false);
  }
}
