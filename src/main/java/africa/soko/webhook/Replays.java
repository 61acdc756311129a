package africa.soko.webhook;

import africa.soko.edge.Answer;
import africa.soko.edge.Call;
import africa.soko.edge.Contract;
import africa.soko.edge.Refused;
import africa.soko.event.EventCatalogue;
import africa.soko.event.EventStore;
import africa.soko.event.Place;
import africa.soko.ledger.Ledger;
import io.vertx.core.Future;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The operations that have events delivered once more. Where a part of the log begins and ends is
/// looked up before the command that asks for it.
final class Replays {
  /// What is held against the clocks of the nodes, as in the search for a place.
  private static final Duration CLOCKS_DIFFER_MAX = Duration.ofSeconds(10);

  private final EventStore events;
  private final WebhookStore webhooks;
  private final ReplayStore replays;
  private final Ledger ledger;
  private final EventCatalogue catalogue;

  /// The events that happened within a time.
  record RangeRequest(Instant since, @Nullable Instant until, @Nullable String type) {}

  /// One event; null is every endpoint that subscribes to it.
  record EventRequest(@Nullable String webhookId) {}

  Replays(
      EventStore events,
      WebhookStore webhooks,
      ReplayStore replays,
      Ledger ledger,
      EventCatalogue catalogue) {
    this.events = events;
    this.webhooks = webhooks;
    this.replays = replays;
    this.ledger = ledger;
    this.catalogue = catalogue;
  }

  void bind(Contract contract) {
    contract.change("replayWebhook", this::range);
    contract.change("replayEvent", this::event);
  }

  private Future<Answer> range(Call call) {
    var partnerId = call.caller().partnerId();
    var webhookId = call.path("webhookId");
    var asked = call.body(RangeRequest.class);
    check(asked);
    return Future.all(webhooks.find(partnerId, webhookId), part(partnerId, asked))
        .compose(
            found ->
                count(
                        found.<Optional<Webhook>>resultAt(0),
                        found.<Optional<Replay.Part>>resultAt(1))
                    .compose(
                        count ->
                            ledger.send(
                                new StartReplay(
                                    partnerId,
                                    webhookId,
                                    found.<Optional<Replay.Part>>resultAt(1).orElse(null),
                                    count,
                                    false),
                                call.origin())));
  }

  private void check(RangeRequest asked) {
    var until = asked.until();
    if (until != null && !until.isAfter(asked.since())) {
      throw Refused.invalid("until", "until must be after since").asException();
    }
    if (asked.type() != null && !catalogue.names().contains(asked.type())) {
      throw Refused.invalid("type", "type is not the name of an event").asException();
    }
  }

  private Future<Integer> count(Optional<Webhook> webhook, Optional<Replay.Part> part) {
    if (webhook.isEmpty() || part.isEmpty()) return Future.succeededFuture(0);
    return replays.count(webhook.get(), part.get(), StartReplay.EVENTS_MAX + 1);
  }

  /// The numbers that a time goes over; nothing if no event is kept of it.
  private Future<Optional<Replay.Part>> part(String partnerId, RangeRequest asked) {
    var first = events.placeBefore(partnerId, asked.since());
    var span = events.span(partnerId);
    var until = asked.until();
    Future<Optional<Place>> end =
        until == null
            ? Future.succeededFuture(Optional.empty())
            : events.placeBefore(partnerId, until.plus(CLOCKS_DIFFER_MAX));
    return Future.all(first, span, end)
        .map(
            _ -> {
              long high = end.result().map(Place::sequence).orElse(span.result().last());
              return first
                  .result()
                  .flatMap(
                      place ->
                          part(place, place.sequence(), high, asked.since(), until, asked.type()))
                  .filter(part -> part.high() > part.low());
            });
  }

  /// Nothing for a place that is in no log.
  private static Optional<Replay.Part> part(
      Place place,
      long low,
      long high,
      @Nullable Instant since,
      @Nullable Instant until,
      @Nullable String type) {
    return Optional.ofNullable(place.logBeganAt())
        .map(began -> new Replay.Part(low, high, began, since, until, type));
  }

  private Future<Answer> event(Call call) {
    var partnerId = call.caller().partnerId();
    var eventId = call.path("eventId");
    var asked = call.body(EventRequest.class);
    var name = events.find(partnerId, eventId);
    return Future.all(name, events.placeAfter(partnerId, eventId))
        .compose(
            found ->
                ledger.send(
                    new StartReplay(
                        partnerId,
                        asked.webhookId(),
                        name.result()
                            .flatMap(event -> one(event.name(), found.<Optional<Place>>resultAt(1)))
                            .orElse(null),
                        1,
                        true),
                    call.origin()));
  }

  private static Optional<Replay.Part> one(String name, Optional<Place> place) {
    return place.flatMap(at -> part(at, at.sequence() - 1, at.sequence(), null, null, name));
  }
}
