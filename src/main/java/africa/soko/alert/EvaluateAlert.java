package africa.soko.alert;

import africa.soko.event.EventType;
import africa.soko.ledger.Book;
import africa.soko.ledger.Command;
import africa.soko.ledger.Decision;
import africa.soko.ledger.Needs;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Holds one alert against the price that a set has brought, and tells if it fires. Harmless when
/// repeated: for each set an alert changes once at most.
///
/// @param set the set of prices that the price was seen with
public record EvaluateAlert(String partnerId, String alertId, long set, BigDecimal price)
    implements Command {
  static final EventType FIRED = new EventType("price.alert");
  public static final List<EventType> EVENTS = List.of(FIRED);

  /// The event (SPEC "Payload shapes").
  record Fired(
      String alertId,
      @Nullable String clientAlertId,
      String symbol,
      String exchange,
      String condition,
      BigDecimal threshold,
      BigDecimal price,
      String currency,
      boolean repeat,
      PriceAlert.State state,
      @Nullable Instant triggeredAt) {}

  @Override
  public void needs(Needs needs) {
    needs.row(PriceAlert.TABLE, PriceAlert.key(partnerId, alertId));
    PriceAlert.ACTIVE.needs(needs, partnerId);
  }

  @Override
  public Decision decide(Book book) {
    var before = book.find(PriceAlert.TABLE, PriceAlert.key(partnerId, alertId));
    if (before == null) return Decision.nothing();
    var alert = before.at(price, set, book.now());
    if (alert.state() == before.state()) return Decision.nothing();
    book.put(PriceAlert.TABLE, alert);
    if (!alert.isActive()) PriceAlert.ACTIVE.remove(book, partnerId);
    if (alert.state() != PriceAlert.State.ARMED) book.emit(FIRED, fired(alert));
    return Decision.nothing();
  }

  private Fired fired(PriceAlert alert) {
    return new Fired(
        alertId,
        alert.clientAlertId(),
        alert.symbol(),
        alert.exchange(),
        alert.condition().word(),
        alert.threshold(),
        price,
        alert.currency(),
        alert.repeat(),
        alert.state(),
        alert.triggeredAt());
  }
}
