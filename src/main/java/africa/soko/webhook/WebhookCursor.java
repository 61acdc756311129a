package africa.soko.webhook;

import africa.soko.event.Place;
import africa.soko.platform.db.Table;

/// Up to which place in the log the deliveries of a webhook have been written.
record WebhookCursor(String partnerId, String webhookId, Place place) {

  static final Table<WebhookCursor> TABLE =
      Table.<WebhookCursor>named("webhook_cursor")
          .key("partner_id", WebhookCursor::partnerId)
          .key("webhook_id", WebhookCursor::webhookId)
          .number("sequence", cursor -> cursor.place().sequence())
          .instant("log_began_at", cursor -> cursor.place().logBeganAt())
          .writeOnly();
}
