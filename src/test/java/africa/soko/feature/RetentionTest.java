package africa.soko.feature;

import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.feature.Retention.Step;
import africa.soko.testing.SettableClock;
import io.vertx.core.Future;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RetentionTest {
  private final SettableClock clock = new SettableClock();

  private void run(Step... steps) {
    new Retention(clock, Duration.ofDays(7), List.of(steps)).run();
  }

  @Test
  void what_is_older_than_what_is_kept_goes_and_the_clock_decides() {
    var asked = new ArrayList<Instant>();
    Step step =
        (before, rowsMax) -> {
          asked.add(before);
          return Future.succeededFuture(0);
        };
    var now = clock.instant();
    run(step);
    clock.advance(Duration.ofHours(1));
    run(step);
    assertThat(asked)
        .containsExactly(now.minus(Duration.ofDays(7)), now.minus(Duration.ofHours(167)));
  }

  @Test
  void it_goes_on_while_batches_are_full() {
    var batches = new ArrayDeque<>(List.of(Retention.ROWS_MAX, Retention.ROWS_MAX, 17, 5));
    run((before, rowsMax) -> Future.succeededFuture(batches.remove()));
    assertThat(batches).containsExactly(5);
  }

  @Test
  void one_run_is_bounded_however_much_there_is() {
    var batches = new ArrayList<Integer>();
    run(
        (before, rowsMax) -> {
          batches.add(rowsMax);
          return Future.succeededFuture(rowsMax);
        });
    assertThat(batches).hasSize(Retention.BATCHES_MAX).containsOnly(Retention.ROWS_MAX);
  }

  /// The pool tells its time-out as a bare Throwable: not even that may end it for good.
  @Test
  void a_step_that_fails_keeps_no_other_from_running() {
    var done = new ArrayList<Instant>();
    run(
        (before, rowsMax) -> Future.failedFuture(new Throwable("Timeout")),
        (before, rowsMax) -> {
          done.add(before);
          return Future.succeededFuture(0);
        });
    assertThat(done).hasSize(1);
  }
}
