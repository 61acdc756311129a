package africa.soko.market;

import africa.soko.edge.Answer;
import africa.soko.edge.Call;
import africa.soko.edge.Encoded;
import io.vertx.core.buffer.Buffer;
import java.time.Instant;

/// A body that holds until a known moment. Its age limit counts down by the second, so the headers
/// are made anew at most once a second, the body and its tag never.
final class Expiring {
  /// What an operator changes is seen by every caller after this long at the latest.
  static final int MAX_AGE_SECONDS = 900;

  private record Aged(long second, Encoded encoded) {}

  private final Instant until;
  // Two threads may make the same one; either is right.
  private volatile Aged aged;

  Expiring(Buffer body, Instant until) {
    this.until = until;
    aged = new Aged(Long.MIN_VALUE, Encoded.of(body, 0));
  }

  Answer to(Call call) {
    var second = call.now().getEpochSecond();
    var current = aged;
    if (current.second != second) {
      var encoded = current.encoded.withMaxAge(secondsBetween(call.now(), until));
      current = new Aged(second, encoded);
      aged = current;
    }
    return current.encoded.answer(call);
  }

  /// Whole seconds, none after the moment, at most 15 minutes.
  static int secondsBetween(Instant now, Instant until) {
    var seconds = until.getEpochSecond() - now.getEpochSecond();
    return (int) Math.clamp(seconds, 0L, MAX_AGE_SECONDS);
  }
}
