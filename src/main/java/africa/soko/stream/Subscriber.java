package africa.soko.stream;

import africa.soko.event.Place;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// One open stream and its place in the log. It is touched by the hub alone.
final class Subscriber {
  private static final Duration HEARTBEAT_EVERY = Duration.ofSeconds(15);
  private static final Duration FULL_MAX = Duration.ofSeconds(10);

  private final String partnerId;
  private final String keyId;
  private final Outlet outlet;
  private Place place;
  private Instant writtenAt;
  private @Nullable Instant fullSince;

  /// @param keyId of the credential that it was opened with
  /// @param place after the last event that was sent
  Subscriber(String partnerId, String keyId, Place place, Outlet outlet, Instant now) {
    this.partnerId = partnerId;
    this.keyId = keyId;
    this.place = place;
    this.outlet = outlet;
    this.writtenAt = now;
  }

  String partnerId() {
    return partnerId;
  }

  String keyId() {
    return keyId;
  }

  Outlet outlet() {
    return outlet;
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
    return place.sequence() < last && !outlet.isFull();
  }

  void send(Buffer frames, Place reached, Instant now) {
    outlet.write(frames);
    place = reached;
    writtenAt = now;
  }

  /// Shows a silent connection that it is alive, once it has been silent for 15 s.
  void keepAlive(Instant now) {
    if (outlet.isFull()) return;
    // The clock was set back: the silence is counted from here.
    if (now.isBefore(writtenAt)) writtenAt = now;
    if (now.isBefore(writtenAt.plus(HEARTBEAT_EVERY))) return;
    outlet.write(Frames.HEARTBEAT);
    writtenAt = now;
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
