package africa.soko.stream;

import africa.soko.edge.Refused;
import africa.soko.event.EventStore;
import africa.soko.event.EventStore.Span;
import africa.soko.event.Place;
import africa.soko.feature.Retention;
import africa.soko.platform.id.Ulid;
import africa.soko.platform.json.Years;
import io.vertx.core.Future;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// Finds out where a stream starts (SPEC "Channels": resume with Last-Event-ID or since).
final class StreamStart {
  private static final String EVENT_ID_PREFIX = "evt_";

  private final EventStore events;
  private final InstantSource clock;

  /// @param place the stream begins with the event after it
  /// @param gap whether events between what was asked for and this are no longer kept
  record Start(Place place, boolean gap) {}

  StreamStart(EventStore events, InstantSource clock) {
    this.events = events;
    this.clock = clock;
  }

  /// Fails with VALIDATION_ERROR for what is neither an event of the partner nor a time.
  ///
  /// @param lastEventId wins over `since`
  Future<Start> find(String partnerId, @Nullable String lastEventId, @Nullable String since) {
    if (lastEventId != null) return afterEvent(partnerId, lastEventId, "Last-Event-ID");
    if (since == null) return events.span(partnerId).map(span -> new Start(span.end(), false));
    if (since.startsWith(EVENT_ID_PREFIX)) return afterEvent(partnerId, since, "since");
    try {
      var time = OffsetDateTime.parse(since);
      if (Years.served(time.getYear())) {
        return fromTime(partnerId, time.toInstant());
      }
    } catch (DateTimeException e) {
      return Future.failedFuture(unknown("since"));
    }
    return Future.failedFuture(unknown("since"));
  }

  private Future<Start> afterEvent(String partnerId, String eventId, String param) {
    return events
        .placeAfter(partnerId, eventId)
        .compose(
            found ->
                found.isPresent()
                    ? Future.succeededFuture(new Start(found.get(), false))
                    : events.span(partnerId).map(span -> afterForgotten(span, eventId, param)));
  }

  /// An event that is not there was forgotten, if there was a time for that; or it never was.
  private Start afterForgotten(Span span, String eventId, String param) {
    var millis =
        eventId.startsWith(EVENT_ID_PREFIX)
            ? Ulid.millisOf(eventId.substring(EVENT_ID_PREFIX.length()))
            : OptionalLong.empty();
    if (millis.isEmpty() || !isForgotten(span, Instant.ofEpochMilli(millis.getAsLong()))) {
      throw unknown(param);
    }
    return new Start(span.after(span.oldest() - 1), true);
  }

  /// Asks for the end of the log first: what is written in between then comes after it, and is
  /// sent.
  private Future<Start> fromTime(String partnerId, Instant time) {
    return events
        .span(partnerId)
        .compose(
            span ->
                events
                    .placeBefore(partnerId, time)
                    .map(
                        found ->
                            new Start(
                                found.orElse(span.end()),
                                isForgotten(span, time) && time.isBefore(span.since()))));
  }

  private boolean isForgotten(Span span, Instant time) {
    return span.oldest() > 1 && time.isBefore(clock.instant().minus(Retention.EVENTS_KEPT));
  }

  private static RuntimeException unknown(String param) {
    return Refused.invalid(param, param + " is no event of yours and no time").asException();
  }
}
