package africa.soko.ledger;

import static africa.soko.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.edge.Answer;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/// A database that falls silent, is cut off, goes away or takes no writes: whoever asks is told in
/// time what is known, and a repeat with the same key comes to exactly one effect.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(60)
class LedgerOutageIT {
  private static final LedgerLimits SHORT =
      new LedgerLimits(
          Duration.ofSeconds(5),
          Duration.ofMillis(500),
          Duration.ofMillis(300),
          Duration.ofMillis(800),
          1_000);

  private BooksOnDisk books;
  private Grants grants;
  private String partner;

  @BeforeAll
  void start() {
    books = new BooksOnDisk(SHORT);
    grants = new Grants(books);
    partner = grants.partner();
    // The statements are known to the connection: from now on they go out together.
    assertThat(ask(grants.partner(), "warm").status()).isEqualTo(200);
  }

  @AfterEach
  void pass() {
    books.proxy().pass();
    var again = eventually(() -> ask(partner, fresh()), answer -> answer.status() != 503);
    assertThat(again.status()).isEqualTo(200);
    partner = grants.partner();
  }

  @AfterAll
  void stop() {
    books.prove();
    books.close();
  }

  private Answer ask(String partnerId, String key) {
    return grants.ask(Grant.to(partnerId), key);
  }

  private static String fresh() {
    return UUID.randomUUID().toString();
  }

  /// A transaction that was given up may hold its locks for as long as one may take.
  private Answer repeated(String key) {
    return eventually(
        () -> ask(partner, key), answer -> answer.status() != 409 && answer.status() != 503);
  }

  @Test
  void a_statement_without_an_answer_has_done_nothing() {
    var key = fresh();
    books.proxy().silence();
    long start = System.nanoTime();
    assertThat(ask(partner, key).status()).isEqualTo(503);
    assertThat(System.nanoTime() - start).isLessThan(SHORT.total().toNanos());
    books.proxy().pass();
    assertThat(repeated(key)).extracting(Answer::status, Answer::replayed).contains(200, false);
    assertThat(grants.dollars(partner)).isEqualTo(1);
  }

  @Test
  void a_commit_without_an_answer_leaves_it_open_and_a_repeat_finds_out() {
    var key = fresh();
    books.proxy().onRequest("COMMIT", books.proxy()::silence);
    long start = System.nanoTime();
    assertThat(ask(partner, key).status()).isEqualTo(500);
    assertThat(System.nanoTime() - start).isLessThan(SHORT.total().toNanos());
    books.proxy().pass();
    assertThat(repeated(key)).extracting(Answer::status, Answer::replayed).contains(200, true);
    assertThat(grants.dollars(partner)).isEqualTo(1);
  }

  @Test
  void a_connection_cut_after_the_commit_leaves_it_open_and_a_repeat_finds_it_done() {
    var key = fresh();
    books.proxy().onAnswer("COMMIT", books.proxy()::cut);
    assertThat(ask(partner, key).status()).isEqualTo(500);
    assertThat(grants.dollars(partner)).isEqualTo(1);
    assertThat(repeated(key)).extracting(Answer::status, Answer::replayed).contains(200, true);
    assertThat(grants.dollars(partner)).isEqualTo(1);
  }

  @Test
  void a_connection_cut_before_the_commit_leaves_it_open_and_a_repeat_does_it() {
    var key = fresh();
    books.proxy().onRequest("COMMIT", books.proxy()::cut);
    assertThat(ask(partner, key).status()).isEqualTo(500);
    assertThat(grants.dollars(partner)).isZero();
    assertThat(repeated(key)).extracting(Answer::status, Answer::replayed).contains(200, false);
    assertThat(grants.dollars(partner)).isEqualTo(1);
  }

  @Test
  void what_has_no_key_is_asked_for_again_when_its_answer_was_lost() {
    books.proxy().onAnswer("COMMIT", books.proxy()::cut);
    var lost = books.run(Grant.to(partner));
    assertThat(lost.status()).isEqualTo(503);
    assertThat(lost.body().toString()).doesNotContain("Idempotency-Key");
  }

  @Test
  void a_connection_cut_between_batches_is_made_anew() {
    books.proxy().cut();
    var key = fresh();
    assertThat(repeated(key).status()).isEqualTo(200);
    assertThat(grants.dollars(partner)).isEqualTo(1);
  }

  @Test
  void a_database_that_is_away_is_asked_with_pauses_and_found_again() {
    books.proxy().away();
    int before = books.proxy().accepted();
    for (int i = 0; i < 200; i++) {
      assertThat(ask(partner, fresh()).status()).isIn(500, 503);
    }
    assertThat(books.proxy().accepted() - before).isBetween(1, 20);
    books.proxy().pass();
    assertThat(repeated(fresh()).status()).isEqualTo(200);
  }

  @Test
  void a_database_that_takes_no_writes_is_left_for_one_that_does() {
    var name = books.ask("SELECT current_database()");
    books.execute("ALTER DATABASE %s SET default_transaction_read_only = on".formatted(name));
    books.proxy().cut();
    var key = fresh();
    assertThat(eventually(() -> ask(partner, key).status(), status -> status != 500))
        .isEqualTo(503);
    books.execute("ALTER DATABASE %s RESET default_transaction_read_only".formatted(name));
    assertThat(ask(partner, key).status()).isEqualTo(200);
    assertThat(grants.dollars(partner)).isEqualTo(1);
  }
}
