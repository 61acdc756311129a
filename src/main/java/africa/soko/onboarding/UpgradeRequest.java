package africa.soko.onboarding;

import africa.soko.access.Tier;
import africa.soko.platform.db.Key;
import africa.soko.platform.db.Table;
import io.vertx.core.buffer.Buffer;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/// What a partner has asked for last: a live key, or a higher tier (SPEC "Partner account" under
/// "States and transitions").
///
/// @param targetTier null for a live key
/// @param sealedKey the text of the key that the approval made, until it is used
record UpgradeRequest(
    String partnerId,
    UpgradeType type,
    String requestId,
    @Nullable Tier targetTier,
    @Nullable String message,
    Review status,
    @Nullable String rejectionReason,
    Instant submittedAt,
    Instant expectedBy,
    @Nullable Instant decidedAt,
    @Nullable String keyId,
    @Nullable String maskedKey,
    @Nullable Buffer sealedKey) {

  /// For how long the text of a key is kept at most.
  static final Duration KEY_KEPT = Duration.ofDays(7);

  private static final int BUSINESS_DAYS = 2;

  static final Table<UpgradeRequest> TABLE =
      Table.<UpgradeRequest>named("platform.upgrade_request")
          .key("partner_id", UpgradeRequest::partnerId)
          .key("type", r -> r.type.word())
          .text("request_id", UpgradeRequest::requestId)
          .constant("target_tier", UpgradeRequest::targetTier)
          .text("message", UpgradeRequest::message)
          .constant("status", UpgradeRequest::status)
          .text("rejection_reason", UpgradeRequest::rejectionReason)
          .instant("submitted_at", UpgradeRequest::submittedAt)
          .instant("expected_by", UpgradeRequest::expectedBy)
          .instant("decided_at", UpgradeRequest::decidedAt)
          .text("key_id", UpgradeRequest::keyId)
          .text("masked_key", UpgradeRequest::maskedKey)
          .bytes("sealed_key", UpgradeRequest::sealedKey)
          .readBy(
              f ->
                  new UpgradeRequest(
                      f.text("partner_id"),
                      UpgradeType.of(f.text("type")),
                      f.text("request_id"),
                      f.maybeConstant("target_tier", Tier.class),
                      f.maybeText("message"),
                      f.constant("status", Review.class),
                      f.maybeText("rejection_reason"),
                      f.instant("submitted_at"),
                      f.instant("expected_by"),
                      f.maybeInstant("decided_at"),
                      f.maybeText("key_id"),
                      f.maybeText("masked_key"),
                      f.maybeBytes("sealed_key")));

  static Key key(String partnerId, UpgradeType type) {
    return Key.of(partnerId, type.word());
  }

  static UpgradeRequest submitted(
      String partnerId,
      UpgradeType type,
      String requestId,
      @Nullable Tier targetTier,
      @Nullable String message,
      Instant now) {
    return new UpgradeRequest(
        partnerId,
        type,
        requestId,
        targetTier,
        message,
        Review.PENDING,
        null,
        now,
        expectedBy(now),
        null,
        null,
        null,
        null);
  }

  /// Two business days later; what is asked for at a weekend counts as asked for on Monday.
  static Instant expectedBy(Instant now) {
    var day = now.atOffset(ZoneOffset.UTC);
    int left = BUSINESS_DAYS;
    while (left > 0) {
      day = day.plusDays(1);
      if (!isWeekend(day.getDayOfWeek())) left--;
    }
    return day.toInstant();
  }

  private static boolean isWeekend(DayOfWeek day) {
    return day == DayOfWeek.SATURDAY || day == DayOfWeek.SUNDAY;
  }

  UpgradeRequest approved(
      Instant now, @Nullable String newKeyId, @Nullable String masked, @Nullable Buffer sealed) {
    return decided(Review.APPROVED, null, now, newKeyId, masked, sealed);
  }

  UpgradeRequest rejected(Instant now, String reason) {
    return decided(Review.REJECTED, reason, now, null, null, null);
  }

  private UpgradeRequest decided(
      Review newStatus,
      @Nullable String reason,
      Instant now,
      @Nullable String newKeyId,
      @Nullable String masked,
      @Nullable Buffer sealed) {
    return new UpgradeRequest(
        partnerId,
        type,
        requestId,
        targetTier,
        message,
        newStatus,
        reason,
        submittedAt,
        expectedBy,
        now,
        newKeyId,
        masked,
        sealed);
  }
}
