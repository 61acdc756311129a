package africa.soko.market.feed;

import java.time.Duration;
import java.time.Instant;

/// Keeps a server that fails from being asked over and over: after some failures in a row it is
/// left alone for a while, then asked once, and left alone again if that fails too.
final class Breaker {
  private final int failuresMax;
  private final Duration rest;
  private int failures;
  private Instant restsUntil = Instant.MIN;

  Breaker(int failuresMax, Duration rest) {
    this.failuresMax = failuresMax;
    this.rest = rest;
  }

  boolean letsThrough(Instant now) {
    return !now.isBefore(restsUntil);
  }

  void succeeded() {
    failures = 0;
  }

  void failed(Instant now) {
    if (++failures >= failuresMax) restsUntil = now.plus(rest);
  }
}
