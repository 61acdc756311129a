package africa.soko.event;

import io.vertx.core.buffer.Buffer;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/// How an event goes out, to webhooks and streams alike (SPEC "Envelope"). Names and identifiers
/// are the service's own and need no escaping; the payload was encoded when it was logged.
public final class Envelope {
  private Envelope() {}

  /// @param sandbox whether to say `isSandbox`
  public static Buffer of(LoggedEvent event, boolean sandbox) {
    return encode(
        event.eventId(),
        event.sequence(),
        event.name(),
        event.timestamp(),
        event.data(),
        event.aliasOf(),
        sandbox);
  }

  /// The envelope of an event that is in no log and therefore has no sequence.
  public static Buffer unlogged(
      @Nullable String eventId, String name, Instant timestamp, String data, boolean sandbox) {
    return encode(eventId, null, name, timestamp, data, null, sandbox);
  }

  private static Buffer encode(
      @Nullable String eventId,
      @Nullable Long sequence,
      String name,
      Instant timestamp,
      String data,
      @Nullable String aliasOf,
      boolean sandbox) {
    var json = new StringBuilder(data.length() + 200).append('{');
    if (eventId != null) json.append("\"eventId\":\"").append(eventId).append("\",");
    if (sequence != null) json.append("\"sequence\":").append(sequence.longValue()).append(',');
    json.append("\"event\":\"").append(name).append('"');
    json.append(",\"timestamp\":\"").append(timestamp.truncatedTo(ChronoUnit.MILLIS)).append('"');
    json.append(",\"data\":").append(data);
    if (aliasOf != null) json.append(",\"aliasOf\":\"").append(aliasOf).append('"');
    if (sandbox) json.append(",\"isSandbox\":true");
    return Buffer.buffer(json.append('}').toString());
  }
}
