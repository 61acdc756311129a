package africa.soko.event;

import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.access.CredentialStore;
import africa.soko.ledger.BooksOnDisk;
import africa.soko.ledger.StoredAnswerStore;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// What is forgotten, and what is kept, a bounded number of rows at a time. The log of events is
/// another matter: `EventTablesIT`.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PruneIT {
  private static final Instant NOW = Instant.parse("2026-03-02T09:00:00Z");

  private BooksOnDisk books;

  @BeforeAll
  void start() {
    books = new BooksOnDisk();
  }

  @AfterAll
  void stop() {
    books.close();
  }

  @Test
  void answers_are_kept_for_a_day() {
    for (var age : new int[] {23, 25, 26}) {
      books.execute(
          """
          INSERT INTO idempotency VALUES
            ('p', 'key-%d', '\\x00', 200, '\\x00', false, timestamptz '%s')
          """
              .formatted(age, NOW.minus(Duration.ofHours(age))));
    }
    var store = new StoredAnswerStore(books.books());
    var before = NOW.minus(StoredAnswerStore.KEPT);
    assertThat(BooksOnDisk.await(store.prune(before, 1))).isEqualTo(1);
    assertThat(BooksOnDisk.await(store.prune(before, 10))).isEqualTo(1);
    assertThat(books.ask("SELECT string_agg(key_sha256, ',') FROM idempotency"))
        .isEqualTo("key-23");
  }

  @Test
  void tokens_go_after_their_end_and_keys_stay() {
    BooksOnDisk.await(
        books
            .platform()
            .query(
                """
                INSERT INTO partner (partner_id, business_name, email, status, created_at)
                  VALUES ('prt', 'P', 'a@b.c', 'ACTIVE', now());
                INSERT INTO credential SELECT
                  sha256(id::bytea), id, 'prt', 'LIVE', 'FULL', '***', 'market:read', 0, account,
                  now() - interval '9 days', NULL, ends, NULL, NULL, account IS NOT NULL
                FROM (VALUES
                  ('ended', 'sub_1', now() - interval '2 days'),
                  ('in use', 'sub_1', now() + interval '1 hour'),
                  ('replaced key', NULL, now() - interval '2 days'),
                  ('key', NULL, NULL)) AS c (id, account, ends)
                """)
            .execute());
    var store = new CredentialStore(books.platform());
    var clock = Instant.now();
    assertThat(BooksOnDisk.await(store.prune(clock.minus(Duration.ofDays(3)), 10))).isZero();
    // A clock that is ahead ends no token: whether it has ended is for the database to say.
    assertThat(BooksOnDisk.await(store.prune(clock.plus(Duration.ofDays(3)), 10))).isEqualTo(1);
    var left =
        BooksOnDisk.await(
            books.platform().query("SELECT key_id FROM credential ORDER BY key_id").execute());
    assertThat(left)
        .extracting(row -> row.getString("key_id"))
        .containsExactly("in use", "key", "replaced key");
  }
}
