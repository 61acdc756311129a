package africa.soko.alert;

import africa.soko.ledger.Tally;
import africa.soko.platform.db.Key;
import africa.soko.platform.db.Table;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// A threshold that a partner watches (SPEC "Price alert").
///
/// @param currency the instrument's local one, which threshold and prices are in
/// @param setId the set of prices that last changed it, or the last one before it was made; it
///   takes part in later sets only
/// @param triggeredAt when it fired last
record PriceAlert(
    String partnerId,
    String alertId,
    String symbol,
    String exchange,
    String currency,
    Condition condition,
    BigDecimal threshold,
    boolean repeat,
    @Nullable String clientAlertId,
    Instant createdAt,
    State state,
    long setId,
    @Nullable Instant triggeredAt,
    @Nullable Instant deletedAt) {

  static final Table<PriceAlert> TABLE =
      Table.<PriceAlert>named("price_alert")
          .key("partner_id", PriceAlert::partnerId)
          .key("alert_id", PriceAlert::alertId)
          .text("symbol", PriceAlert::symbol)
          .text("exchange", PriceAlert::exchange)
          .text("currency", PriceAlert::currency)
          .constant("condition", PriceAlert::condition)
          .decimal("threshold", PriceAlert::threshold)
          .flag("repeat", PriceAlert::repeat)
          .text("client_alert_id", PriceAlert::clientAlertId)
          .instant("created_at", PriceAlert::createdAt)
          .fixed()
          .constant("state", PriceAlert::state)
          .number("set_id", PriceAlert::setId)
          .instant("triggered_at", PriceAlert::triggeredAt)
          .instant("deleted_at", PriceAlert::deletedAt)
          .readBy(
              f ->
                  new PriceAlert(
                      f.text("partner_id"),
                      f.text("alert_id"),
                      f.text("symbol"),
                      f.text("exchange"),
                      f.text("currency"),
                      f.constant("condition", Condition.class),
                      f.decimal("threshold"),
                      f.flag("repeat"),
                      f.maybeText("client_alert_id"),
                      f.instant("created_at"),
                      f.constant("state", State.class),
                      f.number("set_id"),
                      f.maybeInstant("triggered_at"),
                      f.maybeInstant("deleted_at")));

  private static final Table<Tally.Count> COUNTS = Tally.table("price_alert_count");

  static final Tally ACTIVE = new Tally(COUNTS, "active price alerts", 200);

  enum Condition {
    /// Met at or above the threshold.
    ABOVE,
    /// Met at or below the threshold.
    BELOW;

    boolean isMet(BigDecimal price, BigDecimal threshold) {
      var order = price.compareTo(threshold);
      return this == ABOVE ? order >= 0 : order <= 0;
    }

    /// As partners write it.
    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  enum State {
    ARMED,
    /// It has fired and fires again once the price has crossed back.
    TRIGGERED,
    DISARMED,
    /// Removed by its partner, and forgotten soon.
    DELETED
  }

  static Key key(String partnerId, String alertId) {
    return Key.of(partnerId, alertId);
  }

  /// Whether it can still fire. Those that can are limited.
  boolean isActive() {
    return state == State.ARMED || state == State.TRIGGERED;
  }

  /// What the price of a set makes of it; itself if nothing.
  PriceAlert at(BigDecimal price, long set, Instant now) {
    if (!isActive() || setId >= set) return this;
    var isMet = condition.isMet(price, threshold);
    if (isMet == (state == State.TRIGGERED)) return this;
    if (!isMet) return with(State.ARMED, set, triggeredAt, null);
    return with(repeat ? State.TRIGGERED : State.DISARMED, set, now, null);
  }

  PriceAlert deleted(Instant at) {
    return with(State.DELETED, setId, triggeredAt, at);
  }

  private PriceAlert with(
      State next, long set, @Nullable Instant triggered, @Nullable Instant deleted) {
    return new PriceAlert(
        partnerId,
        alertId,
        symbol,
        exchange,
        currency,
        condition,
        threshold,
        repeat,
        clientAlertId,
        createdAt,
        next,
        set,
        triggered,
        deleted);
  }
}
