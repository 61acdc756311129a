package africa.soko.audit;

import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.edge.Asked;
import africa.soko.testing.BooksDatabase;
import africa.soko.testing.Reply;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Instant;
import java.time.Year;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// The chains on a real PostgreSQL: appended by many at once, tampered with by its owner, dropped
/// by the year.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AuditChainIT {
  private static final int WAIT_SECONDS = 30;
  private static final int PAGE_BYTES = 8_192;

  private Vertx vertx;
  private BooksDatabase books;

  @BeforeAll
  void start() {
    vertx = Vertx.vertx();
  }

  @BeforeEach
  void empty() {
    books = new BooksDatabase(vertx);
  }

  @AfterAll
  void stop() throws Exception {
    vertx.close().await(WAIT_SECONDS, TimeUnit.SECONDS);
  }

  private static AuditEntry entry(String chain, int i) {
    var asked = new Asked("createSubAccount", "sub_" + i, "127.0.0.1");
    return new AuditEntry(chain, "key_1", asked, "req_" + i, 201);
  }

  private void append(String... chains) {
    var entries = new ArrayList<AuditEntry>();
    for (var chain : chains) entries.add(entry(chain, entries.size()));
    AuditStore.append(books.pool(), entries).await();
  }

  private AuditVerification verify() throws Exception {
    return AuditVerificationStore.verify(books.pool()).await(WAIT_SECONDS, TimeUnit.SECONDS);
  }

  @Test
  void many_writers_at_once_make_dense_chains_that_follow() throws Exception {
    var all = new ArrayList<Future<?>>();
    for (int i = 0; i < 50; i++) {
      all.add(
          AuditStore.append(
              books.pool(),
              List.of(entry("a", i), entry("b", i), entry("a", i), entry("c" + i, i))));
    }
    Future.all(all).await(WAIT_SECONDS, TimeUnit.SECONDS);
    assertThat(verify()).isEqualTo(new AuditVerification(List.of(), 52, 200));
    assertThat(books.run("SELECT max(sequence) FROM audit WHERE chain = 'a'").getFirst().getLong(0))
        .isEqualTo(100);
    assertThat(
            books.run(
                "SELECT FROM audit a JOIN audit b ON a.chain = b.chain"
                    + " AND a.sequence + 1 = b.sequence AND a.at > b.at"))
        .isEmpty();
  }

  @Test
  void what_was_changed_is_found() throws Exception {
    append("a", "a", "a", "b");
    books.run("UPDATE audit SET actor = 'key_2' WHERE chain = 'a' AND sequence = 2");
    assertThat(verify().findings()).containsExactly("a: entry 2 is not what was written");
  }

  @Test
  void what_was_taken_out_is_found() throws Exception {
    append("a", "a", "a");
    books.run("DELETE FROM audit WHERE sequence = 2");
    assertThat(verify().findings()).containsExactly("a: entry 2 is missing");
  }

  @Test
  void what_was_cut_off_at_the_end_is_found() throws Exception {
    append("a", "a", "a");
    books.run("DELETE FROM audit WHERE sequence = 3");
    assertThat(verify().findings()).containsExactly("a: it ends at entry 2, not 3");
    books.run("UPDATE audit_head SET sequence = 2");
    assertThat(verify().findings()).containsExactly("a: it ends at entry 2, not 2");
  }

  @Test
  void what_was_moved_to_another_chain_is_found() throws Exception {
    append("a", "b");
    books.run("UPDATE audit SET chain = CASE chain WHEN 'a' THEN 'b' ELSE 'a' END");
    assertThat(verify().isProven()).isFalse();
  }

  @Test
  void years_are_dropped_whole_and_the_chain_goes_on_from_their_last_hash() throws Exception {
    int old = Year.now(ZoneOffset.UTC).getValue() - 8;
    for (int year : List.of(old, old + 1)) {
      books.run(
          "CREATE TABLE audit_%1$d PARTITION OF audit FOR VALUES FROM ('%1$d-01-01Z') TO ('%2$d-01-01Z')"
              .formatted(year, year + 1));
    }
    var hash = genesis();
    hash = write(1, old, hash);
    hash = write(2, old, hash);
    hash = write(3, old + 1, hash);
    books.run(
        "INSERT INTO audit_head VALUES ('a', 3, now() - interval '1 year', '\\x%s')"
            .formatted(HexFormat.of().formatHex(hash)));
    append("a", "b");
    assertThat(verify()).isEqualTo(new AuditVerification(List.of(), 2, 5));

    assertThat(upkeep()).isEqualTo(1);
    assertThat(verify()).isEqualTo(new AuditVerification(List.of(), 2, 3));
    assertThat(upkeep()).isZero();
    books.run("DELETE FROM audit WHERE sequence = 3");
    assertThat(verify().findings()).containsExactly("a: entry 3 is missing");
  }

  /// All entries of a batch are one statement, which writes each once with one index entry, and
  /// where the chain stands once, in place.
  @Test
  void a_batch_costs_one_statement_and_a_narrow_row_for_each_entry() {
    append("a");
    var plan =
        books
            .run(
                """
                EXPLAIN (ANALYZE, WAL, BUFFERS, FORMAT JSON)
                SELECT audit_append(array_fill('a'::text, ARRAY[64]), array_fill('%1$s'::text, ARRAY[64]),
                  array_fill('tradeForUser'::text, ARRAY[64]), array_fill('%1$s %1$s'::text, ARRAY[64]),
                  array_fill('203.0.113.250'::text, ARRAY[64]), array_fill('%1$s'::text, ARRAY[64]),
                  array_fill(202, ARRAY[64]))
                """
                    .formatted("key_01M8220F0YCHM5V2M4AK1Y7800"))
            .getFirst()
            .getValue(0);
    var wal = Reply.read(plan.toString()).path(0).path("Plan");
    // A row, its index entry, and in each hundred some for the pages and for the head.
    assertThat(wal.path("WAL Records").asLong()).isBetween(128L, 140L);
    var bytes = wal.path("WAL Bytes").asLong() - wal.path("WAL FPI").asLong() * PAGE_BYTES;
    assertThat(bytes / 64).isLessThan(400);
    assertThat(books.run("SELECT count(*) FROM audit").getFirst().getLong(0)).isEqualTo(65);
    assertThat(
            books
                .run("SELECT count(*) FROM pg_index WHERE indrelid = 'audit'::regclass")
                .getFirst()
                .getLong(0))
        .isEqualTo(1);
  }

  private byte[] genesis() {
    return books.run("SELECT audit_genesis('a')").getFirst().getBuffer(0).getBytes();
  }

  private int upkeep() {
    return books.run("SELECT audit_upkeep(7)").getFirst().getInteger(0);
  }

  /// Writes an entry of a year that is over.
  private byte[] write(int sequence, int year, byte[] before) {
    var entry = entry("a", sequence);
    var at = Instant.parse(year + "-06-01T10:00:00.123456Z");
    var hash =
        AuditVerificationStore.hash(before, new AuditEntry.Row(entry, sequence, at, new byte[0]));
    books.run(
        "INSERT INTO audit VALUES ('a', %d, '%s', 'key_1', 'createSubAccount', '%s', '127.0.0.1', '%s', 201, '\\x%s')"
            .formatted(
                sequence,
                at,
                entry.asked().target(),
                entry.requestId(),
                HexFormat.of().formatHex(hash)));
    return hash;
  }
}
