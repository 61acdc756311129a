package africa.soko.partner;

import africa.soko.access.Agreement;
import africa.soko.access.Tier;
import org.jspecify.annotations.Nullable;

/// What is agreed with a partner for one environment, as operators see it.
///
/// @param requestsPerMinute null where it is that of the tier, or of the sandbox
/// @param streams the same
record TermsView(
    Tier tier,
    int baseFeeBps,
    int markupFeeBps,
    @Nullable Integer requestsPerMinute,
    @Nullable Integer streams,
    FeatureFlags featureFlags) {

  record FeatureFlags(boolean oauthClientCredentialsEnabled) {}

  static TermsView of(Agreement agreed) {
    return new TermsView(
        agreed.tier(),
        agreed.baseFeeBps(),
        agreed.markupFeeBps(),
        agreed.requestsPerMinute(),
        agreed.streams(),
        new FeatureFlags(agreed.oauthClientCredentialsEnabled()));
  }
}
