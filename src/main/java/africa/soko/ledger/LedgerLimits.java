package africa.soko.ledger;

import java.time.Duration;

/// How long the ledger waits for anything, and how much it takes on. The waits together are shorter
/// than a request waits for its answer, so that its caller is told what became of it.
///
/// @param inbox how long a command may wait for its turn; after that it is refused, never run
/// @param connect how long one attempt to connect may take
/// @param lock how long a batch waits for a row that somebody else holds; it is held for
///   milliseconds
/// @param transaction how long a batch may take before the database counts as silent
/// @param inboxMax how many commands wait at a time; more are refused
public record LedgerLimits(
    Duration inbox, Duration connect, Duration lock, Duration transaction, int inboxMax) {
  public static final LedgerLimits DEFAULT =
      new LedgerLimits(
          Duration.ofSeconds(5),
          Duration.ofSeconds(2),
          Duration.ofSeconds(3),
          Duration.ofSeconds(6),
          20_000);

  /// How long the commands that wait may be expected to take; one more is refused at once.
  static final Duration WAIT_MAX = Duration.ofMillis(500);

  /// What the answer to COMMIT is given, however long the batch took before it: to give up on it is
  /// to not know.
  static final Duration COMMIT_MIN = Duration.ofSeconds(1);

  /// The longest that a command can be on its way.
  public Duration total() {
    return inbox.plus(connect).plus(transaction).plus(COMMIT_MIN);
  }
}
