package africa.soko;

import africa.soko.alert.EvaluateAlert;
import africa.soko.event.EventCatalogue;
import africa.soko.event.EventType;
import africa.soko.market.exchange.PhaseChange;
import africa.soko.partner.TopUp;
import africa.soko.status.ServiceStatus;
import africa.soko.subaccount.AccountEvents;
import africa.soko.trading.order.OrderEvents;
import africa.soko.trading.quote.ExpireQuote;
import africa.soko.webhook.Webhooks;
import java.util.List;
import java.util.stream.Stream;

/// The events that the features send, each declared by its own.
final class SentEvents {
  static final List<EventType> ALL =
      Stream.of(
              OrderEvents.EVENTS,
              ExpireQuote.EVENTS,
              AccountEvents.EVENTS,
              PhaseChange.EVENTS,
              TopUp.EVENTS,
              EvaluateAlert.EVENTS,
              Webhooks.EVENTS,
              ServiceStatus.EVENTS)
          .flatMap(List::stream)
          .toList();

  private SentEvents() {}

  static EventCatalogue catalogue() {
    return new EventCatalogue(ALL);
  }
}
