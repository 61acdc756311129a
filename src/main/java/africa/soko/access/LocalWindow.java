package africa.soko.access;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What one node knows of one shared window, in the time of Redis. It follows the total that Redis
/// tells with each answer, and what it knows takes over while Redis is away: this node then holds
/// the whole limit by itself. What it grants meanwhile it owes Redis, which is told as soon as it
/// is back. What Redis has lost is still counted here.
///
/// The requests of other nodes are counted from when this node heard of them: never too early, so
/// that they are never forgotten too soon.
final class LocalWindow {
  // More than the highest tier grants; beyond it, what is owed is told in coarser steps.
  private static final int EXACT_MAX = 2_000;
  private static final int STEPS = 1_000;

  /// How a call fared.
  ///
  /// @param before how many requests the window held before it
  /// @param oldestMillis when the oldest of them came, or now if there was none
  /// @param opensMillis with whose end there is room again, where not everything was granted
  record Taken(int granted, int before, long oldestMillis, long opensMillis, long nowMillis) {}

  /// What Redis is told with a call.
  ///
  /// @param apart requests that count and that Redis has forgotten
  /// @param birth of the list that this node knows
  /// @param held how many requests of that list count
  /// @param owed what Redis hears of with this call
  record Ask(int apart, long birth, int held, Runs owed) {}

  /// What `window.lua` answers.
  record Reply(int granted, int before, long oldestMillis, long nowMillis, long birth, long ever) {
    static Reply of(List<Long> numbers) {
      return new Reply(
          Math.toIntExact(numbers.get(0)),
          Math.toIntExact(numbers.get(1)),
          numbers.get(2),
          numbers.get(3),
          numbers.get(4),
          numbers.get(5));
    }

    /// Nothing was done, for nobody was thought to wait any more.
    boolean isLate() {
      return granted < 0;
    }
  }

  private final long lengthMillis;
  private final Runs shared = new Runs();
  private final Runs owed = new Runs();
  private final Runs lost = new Runs();
  private long birth;
  private long ever;
  private boolean telling;
  private List<Runnable> waiting = new ArrayList<>();

  LocalWindow(long lengthMillis) {
    this.lengthMillis = lengthMillis;
  }

  /// Decides without Redis.
  synchronized Taken take(int limit, int want, long clockMillis) {
    // A clock that was set back must not make room.
    long now = Math.max(clockMillis, newest());
    expire(now);
    int before = total();
    long oldest = Math.min(now, oldest(1));
    int granted = Math.clamp((long) limit - before, 0, want);
    owed.add(limit <= EXACT_MAX ? now : coarse(now), granted);
    return new Taken(granted, before, oldest, opens(before + granted - limit, now), now);
  }

  /// Whether Redis is to be told of something, and nobody is at it.
  synchronized boolean owes() {
    return owed.total() > 0 && !telling;
  }

  /// Before Redis decides. Either [#answered] or [#unanswered] follows. There is no asking while
  /// Redis hears what is owed, for whether it counts that already cannot be known: null, and
  /// `whenTold` runs when it has heard it, or has not, on whatever thread.
  synchronized @Nullable Ask ask(long clockMillis, Runnable whenTold) {
    if (telling) {
      waiting.add(whenTold);
      return null;
    }
    expire(clockMillis);
    var told = owed.copy();
    telling = told.total() > 0;
    return new Ask(lost.total(), birth, shared.total(), told);
  }

  /// What is owed stays so, even if Redis may have heard it: rather counted twice than not at all.
  void unanswered(Ask ask) {
    ended(ask).forEach(Runnable::run);
  }

  /// Follows what Redis decided and tells how the call fared.
  Taken answered(Ask ask, Reply reply, int limit) {
    var taken = follow(ask, reply, limit);
    ended(ask).forEach(Runnable::run);
    return taken;
  }

  private synchronized List<Runnable> ended(Ask ask) {
    if (ask.owed.total() == 0) return List.of();
    telling = false;
    var woken = waiting;
    waiting = new ArrayList<>();
    return woken;
  }

  private synchronized Taken follow(Ask ask, Reply reply, int limit) {
    boolean isLost = reply.birth != ask.birth;
    owed.removeAll(ask.owed);
    follow(ask, reply);
    expire(reply.nowMillis);
    int before = reply.before + ask.apart + (isLost ? ask.held : 0);
    int over = before + reply.granted - limit;
    boolean isRedisAlone = over == 0 && before == reply.before;
    return new Taken(
        reply.granted,
        before,
        Math.min(reply.oldestMillis, Math.min(lost.oldest(1), owed.oldest(1))),
        isRedisAlone ? reply.oldestMillis : opens(over, reply.nowMillis),
        reply.nowMillis);
  }

  private void follow(Ask ask, Reply reply) {
    if (reply.birth != birth) {
      if (ask.birth != birth) {
        // An answer from before the loss that another one has told of meanwhile.
        lost.add(reply.nowMillis, reply.granted);
        return;
      }
      lost.addAll(shared);
      shared.clear();
      birth = reply.birth;
      ever = 0;
    }
    // The answer to a later call came first, and this one is counted in it.
    if (reply.ever < ever) return;
    shared.addAll(ask.owed);
    ever += ask.owed.total();
    shared.dropUntil(reply.nowMillis - lengthMillis);
    int after = reply.before + reply.granted;
    int fresh = (int) Math.min(after, reply.ever - ever);
    shared.dropOldest(shared.total() - (after - fresh));
    shared.add(reply.nowMillis, after - shared.total());
    ever = reply.ever;
  }

  private long coarse(long millis) {
    long step = Math.max(1, lengthMillis / STEPS);
    return Math.ceilDiv(millis, step) * step;
  }

  private void expire(long now) {
    shared.dropUntil(now - lengthMillis);
    owed.dropUntil(now - lengthMillis);
    lost.dropUntil(now - lengthMillis);
  }

  private int total() {
    return shared.total() + owed.total() + lost.total();
  }

  private long newest() {
    return Math.max(shared.newest(), Math.max(owed.newest(), lost.newest()));
  }

  private long oldest(int nth) {
    return Math.min(shared.oldest(nth), Math.min(owed.oldest(nth), lost.oldest(nth)));
  }

  /// With whose end one more fits, where so many are over the limit: at the latest with that of as
  /// many of one kind.
  private long opens(int over, long now) {
    long opens = oldest(Math.max(0, over) + 1);
    return opens == Long.MAX_VALUE ? Math.clamp(newest(), now - lengthMillis, now) : opens;
  }
}
