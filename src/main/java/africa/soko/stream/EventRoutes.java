package africa.soko.stream;

import africa.soko.edge.Answer;
import africa.soko.edge.Call;
import africa.soko.edge.Contract;
import africa.soko.edge.Environment;
import africa.soko.edge.ErrorCode;
import africa.soko.edge.Page;
import africa.soko.edge.Refused;
import africa.soko.event.Envelope;
import africa.soko.event.EventCatalogue;
import africa.soko.event.EventSearchStore;
import africa.soko.event.EventSearchStore.Found;
import africa.soko.event.EventSearchStore.Terms;
import africa.soko.event.EventStore;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The log of events, read back (DECISIONS "Addresses", event log). Each event is the envelope that
/// stream and webhooks carry.
final class EventRoutes {
  private static final int LIMIT_DEFAULT = 50;
  private static final int LIMIT_MAX = 200;
  private static final Pattern SEQUENCE = Pattern.compile("[0-9]{1,18}");

  private final EventStore events;
  private final EventSearchStore search;
  private final boolean sandbox;
  private final EventCatalogue catalogue;

  EventRoutes(
      EventStore events,
      EventSearchStore search,
      Environment environment,
      EventCatalogue catalogue) {
    this.events = events;
    this.search = search;
    this.sandbox = environment == Environment.SANDBOX;
    this.catalogue = catalogue;
  }

  void bind(Contract contract) {
    contract.read("listEvents", this::list);
    contract.read("getEvent", this::get);
  }

  private Future<Answer> list(Call call) {
    var query = call.query();
    var page = query.page(LIMIT_DEFAULT, LIMIT_MAX);
    var terms = new Terms(type(query.text("type")), query.instant("since"), query.instant("until"));
    return search
        .before(call.caller().partnerId(), before(page.after()), terms, page.limit() + 1)
        .map(found -> Answer.encoded(200, body(page, found)));
  }

  private Future<Answer> get(Call call) {
    return events
        .find(call.caller().partnerId(), call.path("eventId"))
        .map(
            found ->
                found
                    .map(event -> Answer.encoded(200, Envelope.of(event, sandbox)))
                    .orElseThrow(
                        () -> Refused.of(ErrorCode.NOT_FOUND, "No such event").asException()));
  }

  private @Nullable String type(@Nullable String type) {
    if (type == null || catalogue.names().contains(type)) return type;
    throw Refused.invalid("type", "type is not the name of an event").asException();
  }

  private static long before(@Nullable String cursor) {
    if (cursor == null) return Long.MAX_VALUE;
    if (SEQUENCE.matcher(cursor).matches()) return Long.parseLong(cursor);
    throw Refused.invalid("cursor", "cursor is not one that this list gave").asException();
  }

  /// By hand, as the envelopes are encoded already.
  private Buffer body(Page page, Found found) {
    var goesOn = found.goesOnBefore();
    var slice =
        page.slice(
            found.events(),
            event -> Long.toString(event.sequence()),
            goesOn == null ? null : Long.toString(goesOn));
    var body = Buffer.buffer("{\"events\":[");
    var separator = "";
    for (var event : slice.items()) {
      body.appendString(separator).appendBuffer(Envelope.of(event, sandbox));
      separator = ",";
    }
    var next = slice.nextCursor() == null ? "null" : '"' + slice.nextCursor() + '"';
    return body.appendString(
        "],\"count\":%d,\"hasMore\":%b,\"nextCursor\":%s}"
            .formatted(slice.count(), slice.hasMore(), next));
  }
}
