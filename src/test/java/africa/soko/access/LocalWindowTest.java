package africa.soko.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// A node's knowledge of a shared window, beside a Redis that is a plain list.
class LocalWindowTest {
  private static final long LENGTH = 1_000;
  private static final int LIMIT = 10;

  private final WindowModel redis = new WindowModel(LENGTH);

  /// Everything that was granted, by whomever.
  private final ArrayDeque<Long> granted = new ArrayDeque<>();

  private long now = 5_000;

  private final class Node {
    private final LocalWindow window = new LocalWindow(LENGTH);
    private boolean away;

    LocalWindow.Taken take(int want) {
      var taken = away ? window.take(LIMIT, want, now) : ask(want);
      for (int i = 0; i < taken.granted(); i++) granted.addLast(now);
      return taken;
    }

    private LocalWindow.Taken ask(int want) {
      var ask = asked(window);
      return window.answered(ask, redis.call(LIMIT - ask.apart(), want, ask, now), LIMIT);
    }

    /// The last that it knows is how things stand.
    void leave() {
      take(0);
      away = true;
    }

    void comeBack() {
      away = false;
      if (window.owes()) take(0);
    }
  }

  private LocalWindow.Ask asked(LocalWindow window) {
    return Objects.requireNonNull(window.ask(now, () -> {}));
  }

  /// How many were granted in the window that ends now.
  private int used() {
    granted.removeIf(at -> at <= now - LENGTH);
    return granted.size();
  }

  @Test
  void grants_exactly_the_limit_in_any_minute() {
    var window = new LocalWindow(60_000);
    assertThat(window.take(100, 101, 1_000).granted()).isEqualTo(100);
    assertThat(window.take(100, 1, 60_999).granted()).isZero();
    assertThat(window.take(100, 1, 61_000).granted()).isEqualTo(1);
  }

  @Test
  void a_clock_that_was_set_back_makes_no_room() {
    var window = new LocalWindow(LENGTH);
    assertThat(window.take(LIMIT, LIMIT, 5_000).granted()).isEqualTo(LIMIT);
    assertThat(window.take(LIMIT, 1, 3_000).granted()).isZero();
  }

  @Test
  void without_redis_it_agrees_with_a_list_of_all_requests() {
    for (long seed = 0; seed < 200; seed++) {
      var random = new Random(seed);
      var window = new LocalWindow(LENGTH);
      granted.clear();
      for (int i = 0; i < 300; i++) {
        now += random.nextInt(120);
        int used = used();
        long oldest = used == 0 ? now : granted.peekFirst();
        int limit = 1 + random.nextInt(LIMIT);
        int want = 1 + random.nextInt(4);
        var taken = window.take(limit, want, now);
        assertThat(taken.granted())
            .as("seed %d step %d", seed, i)
            .isEqualTo(Math.clamp(limit - used, 0, want));
        assertThat(taken.before()).isEqualTo(used);
        assertThat(taken.oldestMillis()).isEqualTo(oldest);
        for (int g = 0; g < taken.granted(); g++) granted.addLast(now);
        if (taken.granted() == want) continue;
        var list = new ArrayList<>(granted);
        assertThat(taken.opensMillis()).isEqualTo(list.get(list.size() - limit));
      }
    }
  }

  @Test
  void what_other_nodes_were_granted_counts_when_redis_is_away() {
    var a = new Node();
    var b = new Node();
    assertThat(b.take(6).granted()).isEqualTo(6);
    a.leave();
    assertThat(a.take(9).granted()).isEqualTo(4);
    a.comeBack();
    assertThat(b.take(1).granted()).isZero();
    now += LENGTH;
    assertThat(a.take(1).granted()).isEqualTo(1);
  }

  /// While a node is away the other one rests: so every window is held, and with Redis no refusal
  /// is wrong.
  @Test
  void what_was_granted_without_redis_is_told_to_it_with_its_times() {
    for (long seed = 0; seed < 200; seed++) {
      var random = new Random(seed);
      var a = new Node();
      var b = new Node();
      for (int i = 0; i < 300; i++) {
        now += random.nextInt(120);
        if (random.nextInt(12) == 0) {
          if (a.away) a.comeBack();
          else a.leave();
        }
        var node = a.away || random.nextBoolean() ? a : b;
        int want = 1 + random.nextInt(4);
        int used = used();
        var taken = node.take(want);
        assertThat(used()).as("seed %d step %d", seed, i).isLessThanOrEqualTo(LIMIT);
        if (node.away) continue;
        assertThat(taken.granted())
            .as("seed %d step %d", seed, i)
            .isEqualTo(Math.min(LIMIT - used, want));
      }
      now += LENGTH;
    }
  }

  /// Redis may or may not count already what it is being told, so nobody asks meanwhile.
  @Test
  void what_comes_while_redis_is_told_waits_and_counts_once() {
    var window = new LocalWindow(LENGTH);
    assertThat(window.take(LIMIT, 4, now).granted()).isEqualTo(4);
    var woken = new AtomicInteger();
    for (boolean isHeard : new boolean[] {false, true}) {
      assertThat(window.owes()).isTrue();
      var telling = asked(window);
      assertThat(window.owes()).isFalse();
      assertThat(window.ask(now, woken::incrementAndGet)).isNull();
      if (isHeard) window.answered(telling, redis.call(LIMIT, 0, telling, now), LIMIT);
      else window.unanswered(telling);
    }
    assertThat(woken).hasValue(2);
    assertThat(window.owes()).isFalse();
    var ask = asked(window);
    assertThat(ask.owed().total() + ask.apart()).isZero();
    var taken = window.answered(ask, redis.call(LIMIT, LIMIT, ask, now), LIMIT);
    assertThat(taken.before()).isEqualTo(4);
    assertThat(taken.granted()).isEqualTo(6);
  }

  @Test
  void a_redis_that_lost_everything_begins_nothing_anew() {
    for (long seed = 0; seed < 200; seed++) {
      var random = new Random(seed);
      var node = new Node();
      for (int i = 0; i < 300; i++) {
        now += random.nextInt(120);
        if (random.nextInt(10) == 0) redis.lose();
        int want = 1 + random.nextInt(4);
        int used = used();
        assertThat(node.take(want).granted())
            .as("seed %d step %d", seed, i)
            .isEqualTo(Math.min(LIMIT - used, want));
      }
      now += LENGTH;
    }
  }

  @Test
  void nodes_that_knew_of_each_other_hold_the_limit_together_after_a_loss() {
    var a = new Node();
    var b = new Node();
    a.take(4);
    b.take(3);
    a.take(0);
    redis.lose();
    assertThat(b.take(1).granted()).isEqualTo(1);
    assertThat(a.take(9).granted()).isEqualTo(2);
    assertThat(b.take(1).granted()).isZero();
  }

  /// Two event loops of a node ask, and hear, in any order.
  @Test
  void answers_in_any_order_lead_to_the_total_of_redis() {
    for (long seed = 0; seed < 200; seed++) {
      var random = new Random(seed);
      var window = new LocalWindow(LENGTH);
      var other = new Node();
      for (int i = 0; i < 100; i++) {
        now += random.nextInt(120);
        int used = used();
        var first = asked(window);
        var firstReply = redis.call(LIMIT - first.apart(), 1, first, now);
        var second = asked(window);
        if (random.nextInt(8) == 0) redis.lose();
        else other.take(random.nextInt(3));
        var secondReply = redis.call(LIMIT - second.apart(), 2, second, now);
        for (int g = 0; g < firstReply.granted() + secondReply.granted(); g++) granted.add(now);
        if (random.nextBoolean()) {
          window.answered(second, secondReply, LIMIT);
          window.answered(first, firstReply, LIMIT);
        } else {
          window.answered(first, firstReply, LIMIT);
          window.answered(second, secondReply, LIMIT);
        }
        // Without Redis no more is granted than the whole leaves room for.
        used = used();
        var alone = window.take(LIMIT, 0, now);
        assertThat(alone.before()).as("seed %d step %d", seed, i).isGreaterThanOrEqualTo(used);
      }
      now += LENGTH;
    }
  }

  @Test
  void many_requests_owed_are_told_in_few_steps_and_not_too_early() {
    var window = new LocalWindow(60_000);
    for (long at = 1; at <= 60_000; at++) window.take(1_000_000, 1, at);
    var told = new ArrayList<>();
    var owed = Objects.requireNonNull(window.ask(60_000, () -> {})).owed();
    owed.appendTo(told);
    assertThat(owed.total()).isEqualTo(60_000);
    assertThat(told.size() / 2).isLessThanOrEqualTo(1_001);
    assertThat((long) told.getFirst()).isBetween(1L, 60L);
  }

  @Test
  void a_refusal_tells_when_to_come_back() {
    var full = new LocalWindow.Taken(1, 99, 10_500, 10_500, 20_000);
    var last = RateLimiter.admission(full, 100, 0, 60_000);
    assertThat(last.granted()).isTrue();
    assertThat(last.remaining()).isZero();
    assertThat(last.resetSeconds()).isEqualTo(71);
    var refused = RateLimiter.admission(full, 100, 1, 60_000);
    assertThat(refused.granted()).isFalse();
    assertThat(refused.remaining()).isZero();
    assertThat(refused.retryAfterSeconds()).isEqualTo(51);
    var lowered = new LocalWindow.Taken(0, 500, 0, 30_000, 59_999);
    var later = RateLimiter.admission(lowered, 100, 0, 60_000);
    assertThat(later.remaining()).isZero();
    assertThat(later.resetSeconds()).isEqualTo(60);
    assertThat(later.retryAfterSeconds()).isEqualTo(31);
  }
}
