package africa.soko.onboarding;

import africa.soko.access.Tier;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// An upgrade request as it is told.
///
/// @param status `none` where nothing was asked for; then the rest is absent
/// @param apiKey the text of the key that the approval made, until its first use
@JsonInclude(JsonInclude.Include.NON_NULL)
record UpgradeView(
    String status,
    @Nullable String requestId,
    @Nullable String partnerId,
    @Nullable String type,
    @Nullable Tier targetTier,
    @Nullable String message,
    @Nullable Instant submittedAt,
    @Nullable Instant expectedBy,
    @Nullable Instant decidedAt,
    @Nullable String rejectionReason,
    @Nullable String apiKey,
    @Nullable String maskedKey) {

  static final UpgradeView NONE =
      new UpgradeView("none", null, null, null, null, null, null, null, null, null, null, null);

  static UpgradeView of(UpgradeRequest request) {
    return of(request, null);
  }

  static UpgradeView of(UpgradeRequest request, @Nullable String apiKey) {
    return new UpgradeView(
        request.status().name().toLowerCase(Locale.ROOT),
        request.requestId(),
        request.partnerId(),
        request.type().word(),
        request.targetTier(),
        request.message(),
        request.submittedAt(),
        request.expectedBy(),
        request.decidedAt(),
        request.rejectionReason(),
        apiKey,
        request.maskedKey());
  }
}
