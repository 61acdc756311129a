package africa.soko.partner;

import africa.soko.access.Partner;
import africa.soko.access.Tier;
import africa.soko.edge.Environment;
import africa.soko.edge.ErrorCode;
import africa.soko.edge.Input;
import africa.soko.edge.Refused;
import africa.soko.partner.ChangePartner.Terms;
import africa.soko.platform.json.Sent;
import org.jspecify.annotations.Nullable;

/// What an operator sends to change what is agreed with a partner. A field that is absent stays as
/// it is.
record PartnerChange(
    @Nullable Environment environment,
    Partner.@Nullable Status status,
    @Nullable Sent<String> technicalContactEmail,
    @Nullable Tier tier,
    @Nullable Integer baseFeeBps,
    @Nullable Integer markupFeeBps,
    @Nullable Sent<Integer> requestsPerMinute,
    @Nullable Sent<Integer> streams,
    @Nullable Flags featureFlags) {
  private static final int BPS_MAX = 10_000;
  private static final int REQUESTS_MAX = 10_000_000;
  private static final int STREAMS_MAX = 100_000;

  /// @param oauthClientCredentialsEnabled null to leave it
  record Flags(@Nullable Boolean oauthClientCredentialsEnabled) {}

  ChangePartner command(String partnerId) {
    var terms =
        new Terms(
            tier,
            bounded("baseFeeBps", baseFeeBps, 0, BPS_MAX),
            bounded("markupFeeBps", markupFeeBps, 0, BPS_MAX),
            bounded("requestsPerMinute", requestsPerMinute, 1, REQUESTS_MAX),
            bounded("streams", streams, 0, STREAMS_MAX),
            featureFlags == null ? null : featureFlags.oauthClientCredentialsEnabled);
    if (technicalContactEmail != null) {
      Input.email("technicalContactEmail", technicalContactEmail.value());
    }
    boolean changesPartner = status != null || technicalContactEmail != null;
    if (terms.equals(Terms.NONE) && !changesPartner) {
      throw Refused.of(ErrorCode.VALIDATION_ERROR, "At least one field is required").asException();
    }
    if (!terms.equals(Terms.NONE) && environment == null) {
      throw Refused.of(ErrorCode.MISSING_PARAM, "environment is required with terms")
          .with("param", "environment")
          .asException();
    }
    return new ChangePartner(partnerId, environment, status, technicalContactEmail, terms);
  }

  private static @Nullable Integer bounded(
      String field, @Nullable Integer value, int min, int max) {
    if (value == null || (value >= min && value <= max)) return value;
    throw Input.invalid(field, "must be %d to %d".formatted(min, max));
  }

  private static @Nullable Sent<Integer> bounded(
      String field, @Nullable Sent<Integer> sent, int min, int max) {
    if (sent != null) bounded(field, sent.value(), min, max);
    return sent;
  }
}
