package africa.soko.onboarding;

import africa.soko.platform.db.Fields;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What a business has applied with.
///
/// @param consentVersion the terms and privacy versions that were accepted
/// @param source where it came from
/// @param partnerId the partner that it became, or null
record Application(
    String applicationId,
    String businessName,
    String email,
    String useCase,
    @Nullable String website,
    @Nullable String technicalContactEmail,
    String consentVersion,
    String source,
    Review status,
    @Nullable String rejectionReason,
    Instant submittedAt,
    @Nullable Instant decidedAt,
    @Nullable String partnerId) {

  static Application read(Fields f) {
    return new Application(
        f.text("application_id"),
        f.text("business_name"),
        f.text("email"),
        f.text("use_case"),
        f.maybeText("website"),
        f.maybeText("technical_contact_email"),
        f.text("consent_version"),
        f.text("source"),
        f.constant("status", Review.class),
        f.maybeText("rejection_reason"),
        f.instant("submitted_at"),
        f.maybeInstant("decided_at"),
        f.maybeText("partner_id"));
  }
}
