package africa.soko.security;

import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.access.Agreement;
import africa.soko.access.Credential;
import africa.soko.access.CredentialStore;
import africa.soko.access.Partner;
import africa.soko.access.PartnerStore;
import africa.soko.edge.Caller.CredentialType;
import africa.soko.edge.Environment;
import africa.soko.ledger.BooksOnDisk;
import africa.soko.notice.NoticeStore;
import africa.soko.testing.SettableClock;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What is kept of policies: the signatures that were seen, and the ages of keys.
class SecurityStoreIT {
  private static final String PARTNER = "ptn_1";
  private static final Buffer SIGNATURE = Buffer.buffer(new byte[32]);
  private static final Buffer KEY = Buffer.buffer("a key");

  private final SettableClock clock = new SettableClock();
  private BooksOnDisk books;
  private SecurityStore store;
  private KeyAges ages;

  @BeforeEach
  void start() {
    books = new BooksOnDisk();
    store = new SecurityStore(books.platform());
    var notices = new NoticeStore(books.platform());
    ages = new KeyAges(store, notices, Duration.ofDays(14), books.ids(), clock);
  }

  @AfterEach
  void stop() {
    books.close();
  }

  @Test
  void a_signature_is_good_once_and_again_with_its_key() {
    assertThat(isGood(KEY)).isTrue();
    assertThat(isGood(KEY)).isTrue();
    assertThat(isGood(Buffer.buffer("another"))).isFalse();
    assertThat(isGood(null)).isFalse();
  }

  @Test
  void a_signature_of_a_change_without_a_key_is_good_once() {
    assertThat(isGood(null)).isTrue();
    assertThat(isGood(null)).isFalse();
    assertThat(isGood(KEY)).isFalse();
  }

  @Test
  void signatures_are_forgotten_after_their_time_and_no_sooner() {
    isGood(KEY);
    assertThat(await(store.prune(clock.instant(), 10))).isZero();
    assertThat(await(store.prune(clock.instant().plusMillis(1), 10))).isEqualTo(1);
    assertThat(isGood(Buffer.buffer("another"))).isTrue();
  }

  @Test
  void a_key_that_is_soon_too_old_is_told_of_once() {
    demand(30);
    add("key_1", 15);
    add("key_2", 17);
    add("key_3", 40);
    assertThat(ages.tell()).isFalse();
    assertThat(told()).containsExactly("key_2", "key_3");
    ages.tell();
    assertThat(told()).containsExactly("key_2", "key_3");
    clock.advance(Duration.ofDays(1));
    ages.tell();
    assertThat(told()).containsExactly("key_1", "key_2", "key_3");
  }

  @Test
  void it_is_told_again_where_another_age_is_demanded() {
    demand(30);
    add("key_1", 29);
    ages.tell();
    run("UPDATE security_policy SET key_rotation_days = 35");
    ages.tell();
    assertThat(told()).containsExactly("key_1", "key_1");
  }

  @Test
  void nobody_is_told_of_keys_that_end_anyway() {
    demand(30);
    add("key_1", 29);
    add("key_2", 29);
    run("UPDATE credential SET revoked_at = now() WHERE key_id = 'key_1'");
    run("UPDATE credential SET expires_at = now() WHERE key_id = 'key_2'");
    ages.tell();
    assertThat(told()).isEmpty();
  }

  private boolean isGood(Buffer key) {
    return await(store.isGood(PARTNER, Environment.LIVE, SIGNATURE, key, clock.instant()));
  }

  private void demand(int days) {
    var partner =
        new Partner(
            PARTNER, "Karibu", "dev@karibu.example", "s", Partner.Status.ACTIVE, clock.instant());
    await(new PartnerStore(books.platform()).insert(partner, Agreement.first(100, 50)));
    run(
        "INSERT INTO security_policy VALUES ('%s', 'LIVE', '', false, false, false, %d, now())"
            .formatted(PARTNER, days));
  }

  private void add(String keyId, int days) {
    var made =
        Credential.made(
            "pk_live_" + keyId,
            keyId,
            PARTNER,
            Environment.LIVE,
            CredentialType.FULL,
            Set.of("market:read"),
            0,
            null,
            clock.instant().minus(Duration.ofDays(days)));
    await(new CredentialStore(books.platform()).insert(made));
  }

  private List<String> told() {
    var sql = "SELECT about FROM notice WHERE type = 'KEY_EXPIRING' ORDER BY about";
    return await(books.platform().query(sql).execute()).stream()
        .map(row -> row.getString(0))
        .toList();
  }

  private void run(String sql) {
    await(books.platform().query(sql).execute());
  }

  private static <T> T await(Future<T> future) {
    return future.toCompletionStage().toCompletableFuture().join();
  }
}
