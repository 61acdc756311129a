package africa.soko.event;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// How far somebody has come in a partner's log. A reset of the sandbox begins another log, whose
/// numbers start anew: a place is one in the log that it was found in, and in no other.
///
/// @param sequence the last event that is behind; 0 at the beginning
/// @param logBeganAt tells the log from others; null if none has begun
public record Place(long sequence, @Nullable Instant logBeganAt) {

  /// The same place, if it is one of this log; else the beginning.
  public Place in(Instant beganAt) {
    return beganAt.equals(logBeganAt) ? this : new Place(0, beganAt);
  }
}
