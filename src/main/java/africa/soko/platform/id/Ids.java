package africa.soko.platform.id;

import java.security.SecureRandom;
import java.time.InstantSource;

/// Makes base identifiers. Each carries fresh random bits with its lowest 12 left at zero, so that
/// whoever holds one can derive up to 4,096 more from it without asking again.
public final class Ids {
  private static final long ROOM = ~0xFFFL;

  private final InstantSource clock;
  private final SecureRandom random = new SecureRandom();

  public Ids(InstantSource clock) {
    this.clock = clock;
  }

  public Ulid next() {
    return new Ulid(clock.millis(), random.nextInt() & 0xFFFF, random.nextLong() & ROOM);
  }

  public String next(String prefix) {
    return prefix + next();
  }
}
