package africa.soko.stream;

import africa.soko.edge.Refused;
import africa.soko.edge.http.Chunk;
import africa.soko.event.Envelope;
import africa.soko.event.LoggedEvent;
import io.vertx.core.buffer.Buffer;
import java.time.Instant;
import java.util.List;

/// The frames of a stream (DECISIONS "Alerts, events, corporate actions"). An envelope is one line.
final class Frames {
  /// The first frame: how long a client waits before it connects again.
  static final Buffer RETRY = Buffer.buffer("retry: 3000\n\n");

  static final Chunk HEARTBEAT = Chunk.constant(Buffer.buffer(":\n\n"));

  /// The last frame of a node that stops. Clients come again within a few seconds, not all at once.
  static Buffer goodbye(int number) {
    var retryMillis = RETRY_MILLIS_MIN + number % RETRY_STEPS * RETRY_STEP_MILLIS;
    return Buffer.buffer(": this node stops\nretry: " + retryMillis + "\n\n");
  }

  /// A sign of life that tells how far the log was read: a client keeps the id and sees no event.
  static Chunk place(String eventId) {
    return Chunk.of(Buffer.buffer(":\nid: " + eventId + "\n\n"));
  }

  /// The comment that a stream ends with whose key no longer counts.
  static Buffer ended(Refused why) {
    return Buffer.buffer(": %s, %s\n\n".formatted(why.code(), why.message()));
  }

  private static final int RETRY_MILLIS_MIN = 500;
  private static final int RETRY_STEP_MILLIS = 100;
  private static final int RETRY_STEPS = 26;
  private static final String GAP = "stream.gap";

  private Frames() {}

  static Buffer of(List<LoggedEvent> events, boolean sandbox) {
    var frames = Buffer.buffer();
    for (var event : events) {
      frames
          .appendString("id: " + event.eventId() + "\nevent: " + event.name() + "\ndata: ")
          .appendBuffer(Envelope.of(event, sandbox))
          .appendString("\n\n");
    }
    return frames;
  }

  /// Says that events between the asked position and the first one that follows are gone. It has no
  /// id, so that a client goes on from a real event.
  static Buffer gap(long oldestSequence, Instant now, boolean sandbox) {
    var data = "{\"oldestSequence\":" + oldestSequence + "}";
    return Buffer.buffer("event: " + GAP + "\ndata: ")
        .appendBuffer(Envelope.unlogged(null, GAP, now, data, sandbox))
        .appendString("\n\n");
  }
}
