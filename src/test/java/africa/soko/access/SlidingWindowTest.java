package africa.soko.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SlidingWindowTest {
  @Test
  void grants_exactly_the_limit_in_any_minute() {
    var window = new SlidingWindow(60_000);
    assertThat(window.take(100, 101, 1_000).granted()).isEqualTo(100);
    assertThat(window.take(100, 1, 60_999).granted()).isZero();
    assertThat(window.take(100, 1, 61_000).granted()).isEqualTo(1);
  }

  @Test
  void agrees_with_a_list_of_all_requests() {
    for (long seed = 0; seed < 200; seed++) {
      var random = new Random(seed);
      var window = new SlidingWindow(1_000);
      var all = new ArrayDeque<Long>();
      long now = 5_000;
      for (int i = 0; i < 300; i++) {
        now += random.nextInt(120);
        long edge = now - 1_000;
        all.removeIf(at -> at <= edge);
        int limit = 1 + random.nextInt(10);
        int want = 1 + random.nextInt(4);
        int granted = Math.max(0, Math.min(want, limit - all.size()));
        var taken = window.take(limit, want, now);
        assertThat(taken.granted()).as("seed %d step %d", seed, i).isEqualTo(granted);
        assertThat(taken.before()).isEqualTo(all.size());
        assertThat(taken.oldestMillis()).isEqualTo(all.isEmpty() ? now : all.peekFirst());
        for (int g = 0; g < granted; g++) all.addLast(now);
      }
    }
  }

  @Test
  void a_refusal_tells_when_to_come_back() {
    var full = new SlidingWindow.Taken(1, 99, 10_500, 20_000);
    var last = RateLimiter.admission(full, 100, 0);
    assertThat(last.granted()).isTrue();
    assertThat(last.remaining()).isZero();
    assertThat(last.resetSeconds()).isEqualTo(71);
    var refused = RateLimiter.admission(full, 100, 1);
    assertThat(refused.granted()).isFalse();
    assertThat(refused.remaining()).isZero();
    assertThat(refused.retryAfterSeconds()).isEqualTo(51);
    var lowered = RateLimiter.admission(new SlidingWindow.Taken(0, 500, 0, 59_999), 100, 0);
    assertThat(lowered.remaining()).isZero();
    assertThat(lowered.retryAfterSeconds()).isEqualTo(1);
  }
}
