package africa.soko.stream;

import africa.soko.edge.ShownKey;
import africa.soko.edge.http.Chunk;
import africa.soko.event.Place;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// One open stream and its place in the log. It is touched by the hub alone.
final class Subscriber {
  private static final Duration HEARTBEAT_EVERY = Duration.ofSeconds(15);
  private static final Duration FULL_MAX = Duration.ofSeconds(10);

  private final String partnerId;
  private final ShownKey key;
  private final Types types;
  private final Outlet outlet;
  private final Lane lane;
  private Place place;
  private Instant writtenAt;
  private @Nullable String passedId;
  private @Nullable Instant fullSince;

  /// @param key that it was opened with
  /// @param place after the last event that was sent, or passed by
  Subscriber(
      String partnerId,
      ShownKey key,
      Types types,
      Place place,
      Outlet outlet,
      Lane lane,
      Instant now) {
    this.partnerId = partnerId;
    this.key = key;
    this.types = types;
    this.place = place;
    this.outlet = outlet;
    this.lane = lane;
    this.writtenAt = now;
  }

  String partnerId() {
    return partnerId;
  }

  ShownKey key() {
    return key;
  }

  Types types() {
    return types;
  }

  Outlet outlet() {
    return outlet;
  }

  Lane lane() {
    return lane;
  }

  Place place() {
    return place;
  }

  /// Goes to the beginning if this is another log than before: the sandbox was reset.
  void follow(Instant beganAt) {
    place = place.in(beganAt);
  }

  /// Whether it can be sent events that it has not had.
  boolean wantsMore(long last) {
    return place.sequence() < last && !outlet.isFull() && !lane.isBusy();
  }

  void send(Chunk frames, Place reached, Instant now) {
    lane.add(outlet, frames);
    place = reached;
    writtenAt = now;
    passedId = null;
  }

  /// Goes past events that it has not asked for.
  ///
  /// @param lastId that of the last of them, null if there was none
  void pass(@Nullable String lastId, Place reached) {
    place = reached;
    passedId = lastId;
  }

  /// Shows a silent connection that it is alive, once it has been silent for 15 s, and tells a
  /// reader past what it has gone.
  void keepAlive(Instant now) {
    if (outlet.isFull() || lane.isBusy()) return;
    // The clock was set back: the silence is counted from here.
    if (now.isBefore(writtenAt)) writtenAt = now;
    if (now.isBefore(writtenAt.plus(HEARTBEAT_EVERY))) return;
    writtenAt = now;
    if (passedId == null) {
      lane.add(outlet, Frames.HEARTBEAT);
      return;
    }
    var place = Frames.place(passedId);
    lane.add(outlet, place);
    place.release();
    passedId = null;
  }

  /// Whether nothing could be sent for 10 s.
  boolean isTooSlow(Instant now) {
    if (!outlet.isFull()) {
      fullSince = null;
      return false;
    }
    if (fullSince == null || now.isBefore(fullSince)) fullSince = now;
    return !now.isBefore(fullSince.plus(FULL_MAX));
  }
}
