package africa.soko.desk;

import static africa.soko.ledger.BooksOnDisk.await;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.ledger.BooksOnDisk;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DueStoreIT {
  private BooksOnDisk books;
  private DueStore one;
  private DueStore other;

  @BeforeEach
  void start() {
    books = new BooksOnDisk();
    one = new DueStore(books.books());
    other = new DueStore(books.books());
  }

  @AfterEach
  void stop() {
    books.close();
  }

  @Test
  void one_desk_at_a_time_is_at_work() {
    var began = Promise.<Void>promise();
    var end = Promise.<Void>promise();
    var first =
        one.alone(
            () -> {
              began.complete();
              return end.future();
            });
    await(began.future());
    var runs = new AtomicInteger();
    await(other.alone(() -> Future.succeededFuture(runs.incrementAndGet())));
    assertThat(runs).hasValue(0);
    end.complete();
    await(first);
    await(other.alone(() -> Future.succeededFuture(runs.incrementAndGet())));
    assertThat(runs).hasValue(1);
  }

  @Test
  void the_desk_of_the_other_environment_works_meanwhile() {
    var runs = new AtomicInteger();
    try (var elsewhere = new BooksOnDisk()) {
      var second = new DueStore(elsewhere.books());
      await(
          one.alone(
              () -> second.alone(() -> Future.succeededFuture(runs.incrementAndGet())).mapEmpty()));
    }
    assertThat(runs).hasValue(1);
  }

  @Test
  void work_that_fails_lets_the_next_one_in() {
    var fails = one.alone(() -> Future.failedFuture("the ledger is away"));
    assertThat(fails.toCompletionStage().toCompletableFuture()).failsWithin(Duration.ofSeconds(20));
    var runs = new AtomicInteger();
    await(other.alone(() -> Future.succeededFuture(runs.incrementAndGet())));
    assertThat(runs).hasValue(1);
  }
}
