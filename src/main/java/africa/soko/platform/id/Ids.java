package africa.soko.platform.id;

import java.security.SecureRandom;
import java.time.InstantSource;

/// Makes base identifiers, each later than the one before. Each leaves its lowest 12 bits at zero,
/// so that whoever holds one can derive up to 4,096 more from it without asking again.
public final class Ids {
  private static final long STEP = 0x1000;
  private static final long ROOM = ~(STEP - 1);

  private final InstantSource clock;
  private final SecureRandom random = new SecureRandom();
  private Ulid last = new Ulid(0, 0, 0);

  public Ids(InstantSource clock) {
    this.clock = clock;
  }

  public synchronized Ulid next() {
    var now = clock.millis();
    // A clock that stands still, or goes back, continues from the last one instead.
    last = now > last.millis() ? fresh(now) : last.plus(STEP);
    return last;
  }

  public String next(String prefix) {
    return prefix + next();
  }

  private Ulid fresh(long millis) {
    // The top bit stays free, so that counting up within a millisecond cannot overflow.
    return new Ulid(millis, random.nextInt() & 0xFFFF, random.nextLong() & ROOM & Long.MAX_VALUE);
  }
}
