package africa.soko.webhook;

import africa.soko.platform.db.Table;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// One attempt to deliver an event, as it is logged (SPEC "Webhook registration and delivery").
///
/// @param attempt from 1
/// @param statusCode what the endpoint answered, or null if it did not
/// @param failure why it failed, or null if it did not
/// @param nextRetryAt when it is tried again, or null
record DeliveryAttempt(
    String partnerId,
    String webhookId,
    String attemptId,
    String eventId,
    String event,
    int attempt,
    Instant attemptedAt,
    int durationMs,
    boolean success,
    @Nullable Integer statusCode,
    @Nullable Failure failure,
    @Nullable String responseSnippet,
    @Nullable Instant nextRetryAt) {

  static final Table<DeliveryAttempt> TABLE =
      Table.<DeliveryAttempt>named("delivery_attempt")
          .key("partner_id", DeliveryAttempt::partnerId)
          .key("webhook_id", DeliveryAttempt::webhookId)
          .key("attempt_id", DeliveryAttempt::attemptId)
          .text("event_id", DeliveryAttempt::eventId)
          .text("event", DeliveryAttempt::event)
          .integer("attempt", DeliveryAttempt::attempt)
          .instant("attempted_at", DeliveryAttempt::attemptedAt)
          .integer("duration_ms", DeliveryAttempt::durationMs)
          .flag("success", DeliveryAttempt::success)
          .integer("status_code", DeliveryAttempt::statusCode)
          .constant("failure", DeliveryAttempt::failure)
          .text("response_snippet", DeliveryAttempt::responseSnippet)
          .instant("next_retry_at", DeliveryAttempt::nextRetryAt)
          .readBy(
              f ->
                  new DeliveryAttempt(
                      f.text("partner_id"),
                      f.text("webhook_id"),
                      f.text("attempt_id"),
                      f.text("event_id"),
                      f.text("event"),
                      f.integer("attempt"),
                      f.instant("attempted_at"),
                      f.integer("duration_ms"),
                      f.flag("success"),
                      f.maybeInteger("status_code"),
                      f.maybeConstant("failure", Failure.class),
                      f.maybeText("response_snippet"),
                      f.maybeInstant("next_retry_at")));

  /// Why an attempt failed.
  enum Failure {
    /// The endpoint answered, and not with 2xx.
    STATUS,
    /// The answer was not complete within the deadline.
    TIMED_OUT,
    /// No connection, or it broke before the answer was complete.
    UNREACHABLE,
    /// The name of the endpoint led to an address that may not be called.
    FORBIDDEN_ADDRESS
  }
}
