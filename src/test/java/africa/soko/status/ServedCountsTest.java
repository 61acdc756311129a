package africa.soko.status;

import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.edge.Environment;
import africa.soko.status.ServedCounts.Some;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;

class ServedCountsTest {
  private final ServedCounts counts = new ServedCounts();

  @Test
  void each_partner_and_environment_is_counted_by_itself_and_handed_out_once() {
    counts.count("p1", Environment.LIVE, false);
    counts.count("p1", Environment.LIVE, true);
    counts.count("p1", Environment.SANDBOX, false);
    counts.count("p2", Environment.LIVE, false);
    assertThat(counts.take())
        .containsExactlyInAnyOrder(
            new Some("p1", Environment.LIVE, 2, 1),
            new Some("p1", Environment.SANDBOX, 1, 0),
            new Some("p2", Environment.LIVE, 1, 0));
    assertThat(counts.take()).isEmpty();
  }

  @Test
  void what_could_not_be_written_is_handed_out_with_what_comes() {
    counts.count("p1", Environment.LIVE, true);
    counts.putBack(counts.take());
    counts.count("p1", Environment.LIVE, false);
    assertThat(counts.take()).containsExactly(new Some("p1", Environment.LIVE, 2, 1));
  }

  @Test
  void nothing_is_lost_that_is_counted_while_it_is_handed_out() throws InterruptedException {
    var threads = new ArrayList<Thread>();
    for (int i = 0; i < 4; i++) {
      threads.add(
          Thread.ofPlatform()
              .start(
                  () -> {
                    for (int n = 0; n < 50_000; n++) counts.count("p1", Environment.LIVE, true);
                  }));
    }
    long requests = 0;
    long failed = 0;
    boolean goesOn = true;
    while (goesOn) {
      goesOn = threads.stream().anyMatch(Thread::isAlive);
      for (var some : counts.take()) {
        requests += some.requests();
        failed += some.failed();
      }
    }
    for (var thread : threads) thread.join();
    assertThat(requests).isEqualTo(200_000);
    assertThat(failed).isEqualTo(200_000);
  }
}
