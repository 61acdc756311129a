package africa.soko.webhook;

import africa.soko.edge.ErrorCode;
import africa.soko.ledger.Book;
import africa.soko.ledger.Command;
import africa.soko.ledger.Decision;
import africa.soko.ledger.Needs;
import africa.soko.platform.db.Key;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Has events delivered once more: those of a part of the log to one endpoint, or one event to one
/// endpoint or to all that subscribe to it (DECISIONS "Addresses", replay).
///
/// @param webhookId null for all that subscribe
/// @param part which events; null if there is none such
/// @param events how many that is for one endpoint
/// @param isOne whether one event was asked for by its id
record StartReplay(
    String partnerId,
    @Nullable String webhookId,
    Replay.@Nullable Part part,
    int events,
    boolean isOne)
    implements Command {
  static final int EVENTS_MAX = 100_000;
  static final int REPLAYS_MAX = 10;

  /// The answer.
  ///
  /// @param events how many are delivered to each endpoint
  record Started(String replayId, int events, List<String> webhookIds) {}

  @Override
  public void needs(Needs needs) {
    // Locked before the replays are looked at, so that two nodes cannot pass the limit together.
    needs.group(Webhook.OF_PARTNER, Key.of(partnerId));
    needs.group(Replay.OF_PARTNER, Key.of(partnerId));
  }

  @Override
  public Decision decide(Book book) {
    var endpoints = endpoints(book);
    if (webhookId != null && endpoints.isEmpty()) return WebhookChange.notFound();
    if (part == null && isOne) return Decision.declined(ErrorCode.NOT_FOUND, "No such event");
    if (events > EVENTS_MAX) {
      return Decision.declined(
          ErrorCode.LIMIT_EXCEEDED, "A replay has at most %d events", EVENTS_MAX);
    }
    var open = book.group(Replay.OF_PARTNER, Key.of(partnerId)).stream().map(Replay::replayId);
    if (open.distinct().count() >= REPLAYS_MAX) {
      return Decision.declined(
          ErrorCode.LIMIT_EXCEEDED, "At most %d replays run at a time", REPLAYS_MAX);
    }
    var id = book.newId("rpl_");
    var isForced = isOne && webhookId != null;
    if (part != null && events > 0) {
      for (var endpoint : endpoints) {
        book.put(Replay.TABLE, new Replay(partnerId, id, endpoint, part, isForced, book.realNow()));
      }
    }
    return Decision.accepted(202, new Started(id, endpoints.isEmpty() ? 0 : events, endpoints));
  }

  private List<String> endpoints(Book book) {
    return book.group(Webhook.OF_PARTNER, Key.of(partnerId)).stream()
        .filter(webhook -> !webhook.isDeleted())
        .filter(
            webhook ->
                webhookId == null
                    ? part != null && webhook.subscribesTo(String.valueOf(part.type()))
                    : webhook.webhookId().equals(webhookId))
        .map(Webhook::webhookId)
        .toList();
  }
}
