package africa.soko.webhook;

import africa.soko.ledger.Book;
import africa.soko.ledger.Needs;
import africa.soko.platform.db.Key;
import africa.soko.platform.db.Table;

/// How many webhooks a partner has: one row, so that two nodes cannot pass the limit together. A
/// group of rows does not show what another transaction has added to it meanwhile.
record WebhookCount(String partnerId, long webhooks) {
  static final int MAX = 20;

  static final Table<WebhookCount> TABLE =
      Table.<WebhookCount>named("webhook_count")
          .key("partner_id", WebhookCount::partnerId)
          .number("webhooks", WebhookCount::webhooks)
          .readBy(f -> new WebhookCount(f.text("partner_id"), f.number("webhooks")));

  static void needs(Needs needs, String partnerId) {
    needs.maybe(TABLE, Key.of(partnerId));
  }

  static WebhookCount of(Book book, String partnerId) {
    var known = book.find(TABLE, Key.of(partnerId));
    return known == null ? new WebhookCount(partnerId, 0) : known;
  }

  boolean isFull() {
    return webhooks >= MAX;
  }

  void change(Book book, int by) {
    book.put(TABLE, new WebhookCount(partnerId, webhooks + by));
  }
}
