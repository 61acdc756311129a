package africa.soko.webhook;

import africa.soko.ledger.Tally;
import africa.soko.platform.db.Group;
import africa.soko.platform.db.Key;
import africa.soko.platform.db.Table;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A registered endpoint (SPEC "Webhook registration and delivery").
///
/// @param events names of the catalogue, or [#ALL]
/// @param disableAt when it is disabled unless an attempt succeeds before; null while none has
///   failed since the last that succeeded
record Webhook(
    String partnerId,
    String webhookId,
    String url,
    List<String> events,
    SealedSecrets secrets,
    Status status,
    Instant createdAt,
    @Nullable Instant deletedAt,
    @Nullable Instant disableAt) {

  /// Subscribes to every event.
  static final String ALL = "*";

  /// How long an endpoint may do nothing but fail.
  static final Duration FAILING_MAX = Duration.ofDays(5);

  /// How often an endpoint must have failed by then: more often than one event is attempted.
  static final int FAILURES_MIN = 10;

  private static final Table<Tally.Count> COUNTS = Tally.table("webhook_count");

  static final Tally TALLY = new Tally(COUNTS, "webhooks", 20);

  static final Table<Webhook> TABLE =
      Table.<Webhook>named("webhook")
          .key("partner_id", Webhook::partnerId)
          .key("webhook_id", Webhook::webhookId)
          .text("url", Webhook::url)
          .text("events", w -> String.join(",", w.events()))
          .instant("created_at", Webhook::createdAt)
          .fixed()
          .bytes("secret", w -> w.secrets().current())
          .bytes("previous_secret", w -> w.secrets().previous())
          .instant("previous_until", w -> w.secrets().previousUntil())
          .constant("status", Webhook::status)
          .instant("deleted_at", Webhook::deletedAt)
          .instant("disable_at", Webhook::disableAt)
          .readBy(
              f ->
                  new Webhook(
                      f.text("partner_id"),
                      f.text("webhook_id"),
                      f.text("url"),
                      List.of(f.text("events").split(",")),
                      SealedSecrets.read(f),
                      f.constant("status", Status.class),
                      f.instant("created_at"),
                      f.maybeInstant("deleted_at"),
                      f.maybeInstant("disable_at")));

  /// The webhooks that a partner has now.
  static final Group<Webhook> OF_PARTNER =
      new Group<>(TABLE, List.of("partner_id"), "status <> 'DELETED'", w -> Key.of(w.partnerId()));

  enum Status {
    ACTIVE,
    /// Nothing is sent and nothing is lost: what waits for it goes on once it is enabled.
    DISABLED,
    /// Kept until its deliveries in flight are done.
    DELETED
  }

  boolean isDeleted() {
    return status == Status.DELETED;
  }

  boolean subscribesTo(String event) {
    return events.contains(ALL) || events.contains(event);
  }

  /// Whether it has failed for so long that it is to be disabled.
  boolean isWornOut(Instant now) {
    return status == Status.ACTIVE && disableAt != null && !now.isBefore(disableAt);
  }

  /// Since when it has done nothing but fail; null if its last attempt succeeded.
  @Nullable Instant failingSince() {
    return disableAt == null ? null : disableAt.minus(FAILING_MAX);
  }

  Webhook deleted(Instant at) {
    return with(secrets, Status.DELETED, at, disableAt);
  }

  Webhook disabled() {
    return with(secrets, Status.DISABLED, deletedAt, disableAt);
  }

  Webhook enabled() {
    return with(secrets, Status.ACTIVE, deletedAt, null);
  }

  Webhook rotated(Buffer sealedSecret, Instant previousUntil) {
    return with(secrets.replacedBy(sealedSecret, previousUntil), status, deletedAt, disableAt);
  }

  private Webhook with(
      SealedSecrets secrets,
      Status status,
      @Nullable Instant deletedAt,
      @Nullable Instant disableAt) {
    return new Webhook(
        partnerId, webhookId, url, events, secrets, status, createdAt, deletedAt, disableAt);
  }
}
