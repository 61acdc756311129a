package africa.soko.webhook;

import africa.soko.platform.db.Table;

/// Up to which event of the log the deliveries of a webhook have been written.
record WebhookCursor(String partnerId, String webhookId, long sequence) {

  static final Table<WebhookCursor> TABLE =
      Table.<WebhookCursor>named("webhook_cursor", 81)
          .key("partner_id", WebhookCursor::partnerId)
          .key("webhook_id", WebhookCursor::webhookId)
          .number("sequence", WebhookCursor::sequence)
          .writeOnly();
}
