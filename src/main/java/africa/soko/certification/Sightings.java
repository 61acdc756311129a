package africa.soko.certification;

import africa.soko.edge.Answer;
import africa.soko.edge.Caller;
import africa.soko.edge.Environment;
import africa.soko.edge.Principal;
import africa.soko.edge.RateLimit;
import africa.soko.edge.request.IdempotencyTurns;
import africa.soko.feature.Check;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What partners show in the sandbox that leaves no row behind: it is written down as it happens,
/// beside the request, once. A write that fails is made up for at the next occasion.
public final class Sightings {
  static final String RATE_LIMIT_RESPECTED = "rate_limit_respected";
  static final String RETRY_SEEN = "idempotent_retry";
  static final String STREAM_RESUMED = "stream_resumed";

  private static final Logger LOG = LoggerFactory.getLogger(Sightings.class);
  private static final int REMEMBERED_MAX = 20_000;
  private static final Duration ON_ITS_WAY = Duration.ofSeconds(1);
  private static final String OWNER = Environment.SANDBOX.schema() + ":";

  /// What they tick.
  static final List<Check> CHECKS =
      List.of(
          new Check(
              RETRY_SEEN,
              "A change is repeated with its Idempotency-Key and takes place once",
              null),
          new Check(STREAM_RESUMED, "A stream is resumed with Last-Event-ID", null),
          new Check(
              RATE_LIMIT_RESPECTED,
              "After a 429 nothing is sent before Retry-After",
              "EXISTS (SELECT FROM platform.certification_wait, moment"
                  + " WHERE partner_id = $1 AND NOT broken AND retry_at <= moment.now)"));

  private final CertificationStore store;
  private final InstantSource clock;
  private final Cache<String, Boolean> seen =
      Caffeine.newBuilder().maximumSize(REMEMBERED_MAX).build();
  private final Cache<String, Wait> waits =
      Caffeine.newBuilder().maximumSize(REMEMBERED_MAX).build();

  /// What a partner was told last.
  private record Wait(Instant refusedAt, Instant retryAt, boolean broken) {
    boolean goesOn(Instant now) {
      return now.isBefore(retryAt);
    }

    boolean isKnown(Instant now) {
      return broken || !now.isAfter(refusedAt.plus(ON_ITS_WAY));
    }
  }

  public Sightings(CertificationStore store, InstantSource clock) {
    this.store = store;
    this.clock = clock;
  }

  /// A stream went on from where one had ended.
  public void resumed(String partnerId) {
    saw(partnerId, STREAM_RESUMED);
  }

  /// Counts as before, and sees who waits.
  public RateLimit watchingWaits(RateLimit limit) {
    return (principal, environment) ->
        limit.take(principal, environment).onSuccess(admission -> saw(principal, admission));
  }

  /// Lets run as before, and sees who repeats.
  public IdempotencyTurns watchingRepeats(IdempotencyTurns turns) {
    return (owner, idempotency) ->
        owner.startsWith(OWNER)
            ? turns.enter(owner, idempotency).map(turn -> watched(owner, turn))
            : turns.enter(owner, idempotency);
  }

  private IdempotencyTurns.Turn watched(String owner, IdempotencyTurns.Turn turn) {
    var partnerId = owner.substring(OWNER.length());
    if (turn.answered() != null) saw(partnerId, RETRY_SEEN);
    return new IdempotencyTurns.Turn() {
      @Override
      public @Nullable Answer answered() {
        return turn.answered();
      }

      @Override
      public void end(@Nullable Answer answer) {
        turn.end(answer);
        if (answer != null && answer.replayed()) saw(partnerId, RETRY_SEEN);
      }
    };
  }

  private void saw(Principal principal, RateLimit.Admission admission) {
    if (!(principal instanceof Caller caller) || caller.environment() != Environment.SANDBOX)
      return;
    var known = waits.getIfPresent(caller.partnerId());
    if (admission.granted() && known == null) return;
    var now = clock.instant();
    if (known != null && !known.goesOn(now)) known = null;
    if (known == null && admission.granted()) return;
    if (known != null && known.isKnown(now)) return;
    var wait =
        known == null
            ? new Wait(now, now.plusSeconds(admission.retryAfterSeconds()), false)
            : new Wait(known.refusedAt, known.retryAt, true);
    waits.put(caller.partnerId(), wait);
    store
        .refused(caller.partnerId(), now, wait.retryAt)
        .onFailure(
            fault -> {
              waits.invalidate(caller.partnerId());
              LOG.warn("Cannot write down who waits: {}", fault.toString());
            });
  }

  private void saw(String partnerId, String checkId) {
    var key = partnerId + " " + checkId;
    if (seen.asMap().putIfAbsent(key, true) != null) return;
    store
        .pass(partnerId, List.of(checkId), clock.instant())
        .onFailure(
            fault -> {
              seen.invalidate(key);
              LOG.warn("Cannot write down {}: {}", checkId, fault.toString());
            });
  }
}
