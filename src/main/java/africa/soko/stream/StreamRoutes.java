package africa.soko.stream;

import africa.soko.edge.Call;
import africa.soko.edge.Caller;
import africa.soko.edge.Contract;
import africa.soko.edge.ErrorCode;
import africa.soko.edge.Refused;
import africa.soko.edge.RefusedException;
import africa.soko.edge.ShownKey;
import africa.soko.event.EventCatalogue;
import africa.soko.stream.EventStreams.Asked;
import io.vertx.core.Future;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The operation that opens a stream.
public final class StreamRoutes {
  private static final Logger LOG = LoggerFactory.getLogger(StreamRoutes.class);
  private static final String LAST_EVENT_ID = "Last-Event-ID";

  private final EventStreams streams;
  private final EventCatalogue catalogue;
  private final Function<Caller, Future<Runnable>> slots;
  private final Consumer<String> resumed;

  /// @param catalogue what can be asked for
  /// @param slots takes a slot and gives what returns it; fails with RATE_LIMITED
  /// @param resumed is told which partner went on where a stream had ended
  public StreamRoutes(
      EventStreams streams,
      EventCatalogue catalogue,
      Function<Caller, Future<Runnable>> slots,
      Consumer<String> resumed) {
    this.streams = streams;
    this.catalogue = catalogue;
    this.slots = slots;
    this.resumed = resumed;
  }

  public void bind(Contract contract) {
    contract.stream("openStream", this::open);
  }

  private void open(Call call) {
    var lastEventId = call.request().getHeader(LAST_EVENT_ID);
    var asked =
        new Asked(
            call.request(),
            call.caller().partnerId(),
            ShownKey.of(call.caller()),
            Types.of(call.query().list("types"), catalogue.names()),
            lastEventId == null || lastEventId.isEmpty() ? null : lastEventId,
            call.query().text("since"));
    streams
        .open(asked, () -> slots.apply(call.caller()))
        .onSuccess(
            _ -> {
              if (asked.lastEventId() != null) resumed.accept(asked.partnerId());
            })
        .onFailure(fault -> call.refuse(refusal(call, fault)));
  }

  private static Refused refusal(Call call, Throwable fault) {
    if (fault instanceof RefusedException refused) return refused.refused();
    LOG.warn("Request {}: cannot open a stream", call.name(), fault);
    return Refused.of(ErrorCode.SERVICE_UNAVAILABLE, "The event log is away; try again");
  }
}
