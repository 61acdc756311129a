package africa.soko.webhook;

import africa.soko.platform.db.Group;
import africa.soko.platform.db.Key;
import africa.soko.platform.db.Table;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Events that are to be delivered to an endpoint once more (DECISIONS "Addresses", replay). The
/// worker walks it and takes it away.
///
/// @param isForced whether the endpoint gets them without subscribing to them
record Replay(
    String partnerId,
    String replayId,
    String webhookId,
    Part part,
    boolean isForced,
    Instant requestedAt) {

  /// Which events.
  ///
  /// @param low the number before the first
  /// @param high the number of the last
  /// @param logBeganAt tells the log from others
  /// @param since not before, or null
  /// @param until before, or null
  /// @param type the name of an event or of an alias, or null
  record Part(
      long low,
      long high,
      Instant logBeganAt,
      @Nullable Instant since,
      @Nullable Instant until,
      @Nullable String type) {}

  static final Table<Replay> TABLE =
      Table.<Replay>named("webhook_replay")
          .key("partner_id", Replay::partnerId)
          .key("replay_id", Replay::replayId)
          .key("webhook_id", Replay::webhookId)
          .number("low", r -> r.part().low())
          .number("high", r -> r.part().high())
          .instant("log_began_at", r -> r.part().logBeganAt())
          .instant("since", r -> r.part().since())
          .instant("until", r -> r.part().until())
          .text("type", r -> r.part().type())
          .flag("is_forced", Replay::isForced)
          .instant("requested_at", Replay::requestedAt)
          .fixed()
          .readBy(
              f ->
                  new Replay(
                      f.text("partner_id"),
                      f.text("replay_id"),
                      f.text("webhook_id"),
                      new Part(
                          f.number("low"),
                          f.number("high"),
                          f.instant("log_began_at"),
                          f.maybeInstant("since"),
                          f.maybeInstant("until"),
                          f.maybeText("type")),
                      f.flag("is_forced"),
                      f.instant("requested_at")));

  static final Group<Replay> OF_PARTNER =
      new Group<>(TABLE, List.of("partner_id"), "true", r -> Key.of(r.partnerId()));
}
