package africa.soko.organization;

import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.edge.Environment;
import africa.soko.ledger.BooksOnDisk;
import io.vertx.core.Future;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What is sealed of approvals goes when they have lapsed; what came of them stays.
class ApprovalStoreIT {
  private static final String PARTNER = "ptn_1";
  private static final Instant LAPSE = Instant.parse("2026-11-22T10:00:00Z");

  private BooksOnDisk books;
  private ApprovalStore store;

  @BeforeEach
  void start() {
    books = new BooksOnDisk();
    store = new ApprovalStore(books.platform());
    execute(
        "INSERT INTO partner (partner_id, email, business_name, status, created_at)"
            + " VALUES ('%s', 'a@k.example', 'K', 'ACTIVE', now())");
  }

  @AfterEach
  void stop() {
    books.close();
  }

  @Test
  void what_waited_in_vain_has_lapsed_and_holds_nothing() {
    add("apr_1", "PENDING", LAPSE, "request", false);
    add("apr_2", "PENDING", LAPSE.plusMillis(1), "request", false);
    assertThat(erase(LAPSE.minusMillis(1), 10)).isZero();
    assertThat(erase(LAPSE, 10)).isEqualTo(1);
    assertThat(erase(LAPSE, 10)).isZero();
    assertThat(find("apr_1").status()).isEqualTo(Approval.Status.LAPSED);
    assertThat(find("apr_1").request()).isNull();
    assertThat(find("apr_2").status()).isEqualTo(Approval.Status.PENDING);
    assertThat(find("apr_2").request()).isNotNull();
  }

  @Test
  void a_secret_goes_and_what_came_of_it_stays() {
    add("apr_1", "EXECUTED", LAPSE, "result", true);
    add("apr_2", "EXECUTED", LAPSE, "result", false);
    add("apr_3", "APPROVED", LAPSE, "request", false);
    assertThat(erase(LAPSE, 10)).isEqualTo(2);
    assertThat(find("apr_1").result()).isNull();
    assertThat(find("apr_1").status()).isEqualTo(Approval.Status.EXECUTED);
    assertThat(find("apr_2").result()).isNotNull();
    assertThat(find("apr_3").request()).isNull();
    assertThat(find("apr_3").status()).isEqualTo(Approval.Status.APPROVED);
  }

  @Test
  void many_go_a_batch_at_a_time() {
    for (int i = 0; i < 5; i++) add("apr_" + i, "PENDING", LAPSE, "request", false);
    assertThat(erase(LAPSE, 3)).isEqualTo(3);
    assertThat(erase(LAPSE, 3)).isEqualTo(2);
  }

  /// @param column the one that holds something sealed
  private void add(String id, String status, Instant lapses, String column, boolean secret) {
    execute(
        "INSERT INTO approval (partner_id, approval_id, environment, kind, operation, details,"
            + " asked_by, status, created_at, lapses_at, secret, "
            + column
            + ") VALUES ('%s', '"
            + id
            + "', 'SANDBOX', 'KEY_ROTATE', 'rotateKey', '{}', 'mbr_1', '"
            + status
            + "', now(), '"
            + lapses
            + "', "
            + secret
            + ", 'sealed')");
  }

  private void execute(String sql) {
    await(books.platform().query(sql.formatted(PARTNER)).execute());
  }

  private int erase(Instant before, int rowsMax) {
    return await(store.erase(before, rowsMax));
  }

  private Approval find(String id) {
    return await(store.find(PARTNER, Environment.SANDBOX, id)).orElseThrow();
  }

  private static <T> T await(Future<T> future) {
    return future.toCompletionStage().toCompletableFuture().join();
  }
}
