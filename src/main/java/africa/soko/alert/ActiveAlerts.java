package africa.soko.alert;

import africa.soko.ledger.Book;
import africa.soko.ledger.Needs;
import africa.soko.platform.db.Key;
import africa.soko.platform.db.Table;

/// How many active alerts a partner has: one row, so that two nodes cannot pass the limit together
/// and nobody counts.
record ActiveAlerts(String partnerId, long alerts) {
  static final int MAX = 200;

  static final Table<ActiveAlerts> TABLE =
      Table.<ActiveAlerts>named("price_alert_count")
          .key("partner_id", ActiveAlerts::partnerId)
          .number("alerts", ActiveAlerts::alerts)
          .readBy(f -> new ActiveAlerts(f.text("partner_id"), f.number("alerts")));

  static void needs(Needs needs, String partnerId) {
    needs.maybe(TABLE, Key.of(partnerId));
  }

  static ActiveAlerts of(Book book, String partnerId) {
    var known = book.find(TABLE, Key.of(partnerId));
    return known == null ? new ActiveAlerts(partnerId, 0) : known;
  }

  boolean isFull() {
    return alerts >= MAX;
  }

  void change(Book book, int by) {
    book.put(TABLE, new ActiveAlerts(partnerId, alerts + by));
  }
}
