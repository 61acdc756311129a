package africa.soko.webhook;

import africa.soko.platform.db.Group;
import africa.soko.platform.db.Key;
import africa.soko.platform.db.Table;
import io.vertx.core.buffer.Buffer;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A registered endpoint (SPEC "Webhook registration and delivery").
///
/// @param events names of the catalogue, or [#ALL]
/// @param secret sealed; see [WebhookSecrets]
record Webhook(
    String partnerId,
    String webhookId,
    String url,
    List<String> events,
    Buffer secret,
    Status status,
    Instant createdAt,
    @Nullable Instant deletedAt) {

  /// Subscribes to every event.
  static final String ALL = "*";

  static final Table<Webhook> TABLE =
      Table.<Webhook>named("webhook")
          .key("partner_id", Webhook::partnerId)
          .key("webhook_id", Webhook::webhookId)
          .text("url", Webhook::url)
          .text("events", w -> String.join(",", w.events()))
          .bytes("secret", Webhook::secret)
          .constant("status", Webhook::status)
          .instant("created_at", Webhook::createdAt)
          .instant("deleted_at", Webhook::deletedAt)
          .readBy(
              f ->
                  new Webhook(
                      f.text("partner_id"),
                      f.text("webhook_id"),
                      f.text("url"),
                      List.of(f.text("events").split(",")),
                      f.bytes("secret"),
                      f.constant("status", Status.class),
                      f.instant("created_at"),
                      f.maybeInstant("deleted_at")));

  /// The webhooks that a partner has now.
  static final Group<Webhook> OF_PARTNER =
      new Group<>(TABLE, List.of("partner_id"), "status = 'ACTIVE'", w -> Key.of(w.partnerId()));

  /// A deleted webhook is kept until its deliveries in flight are done.
  enum Status {
    ACTIVE,
    DELETED
  }

  boolean isActive() {
    return status == Status.ACTIVE;
  }

  Webhook deleted(Instant at) {
    return new Webhook(partnerId, webhookId, url, events, secret, Status.DELETED, createdAt, at);
  }
}
