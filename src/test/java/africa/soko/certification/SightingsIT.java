package africa.soko.certification;

import static africa.soko.ledger.BooksOnDisk.await;
import static africa.soko.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.edge.Caller;
import africa.soko.edge.Environment;
import africa.soko.edge.RateLimit;
import africa.soko.ledger.BooksOnDisk;
import africa.soko.testing.SettableClock;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Who waits after a 429, as two nodes see it.
class SightingsIT {
  private static final RateLimit.Admission GRANTED = new RateLimit.Admission(true, 100, 5, 0, 0);
  private static final RateLimit.Admission REFUSED = new RateLimit.Admission(false, 100, 0, 0, 10);
  private static final String PARTNER = "ptn_1";

  private final SettableClock clock = new SettableClock();
  private BooksOnDisk books;
  private CertificationStore store;
  private Sightings one;
  private Sightings other;

  @BeforeEach
  void start() {
    books = new BooksOnDisk();
    store = new CertificationStore(books.platform(), books.books());
    one = new Sightings(store, clock);
    other = new Sightings(store, clock);
  }

  @AfterEach
  void stop() {
    books.close();
  }

  @Test
  void whoever_waits_has_passed() {
    take(one, REFUSED, true);
    assertThat(isPassed()).isFalse();
    clock.advance(Duration.ofSeconds(9));
    assertThat(isPassed()).isFalse();
    clock.advance(Duration.ofSeconds(1));
    take(one, GRANTED, false);
    assertThat(isPassed()).isTrue();
  }

  @Test
  void what_was_on_its_way_is_no_breach() {
    take(one, REFUSED, true);
    clock.advance(Duration.ofMillis(900));
    take(one, REFUSED, false);
    take(other, REFUSED, true);
    clock.advance(Duration.ofSeconds(12));
    assertThat(isPassed()).isTrue();
  }

  @Test
  void whoever_calls_too_early_has_not_and_may_try_again() {
    take(one, REFUSED, true);
    clock.advance(Duration.ofSeconds(2));
    take(one, REFUSED, true);
    clock.advance(Duration.ofSeconds(20));
    assertThat(isPassed()).isFalse();
    take(one, REFUSED, true);
    clock.advance(Duration.ofSeconds(10));
    assertThat(isPassed()).isTrue();
  }

  @Test
  void a_call_that_is_granted_too_early_is_one_too() {
    take(one, REFUSED, true);
    clock.advance(Duration.ofSeconds(9));
    take(one, GRANTED, true);
    clock.advance(Duration.ofSeconds(9));
    assertThat(isPassed()).isFalse();
  }

  @Test
  void another_node_sees_the_breach() {
    take(one, REFUSED, true);
    clock.advance(Duration.ofSeconds(5));
    take(other, REFUSED, true);
    clock.advance(Duration.ofSeconds(30));
    assertThat(isPassed()).isFalse();
  }

  @Test
  void one_that_was_passed_stays_so_though_nobody_looked() {
    take(one, REFUSED, true);
    clock.advance(Duration.ofSeconds(30));
    take(one, REFUSED, true);
    clock.advance(Duration.ofSeconds(5));
    take(one, REFUSED, true);
    clock.advance(Duration.ofSeconds(30));
    assertThat(await(store.states(PARTNER))).singleElement().matches(CheckState::isPassed);
  }

  /// @param writes whether a row is written for it
  private void take(Sightings node, RateLimit.Admission admission, boolean writes) {
    var caller =
        new Caller.KeyHolder(
            PARTNER,
            Environment.SANDBOX,
            "key_1",
            Caller.CredentialType.FULL,
            Set.of(),
            new Caller.PartnerTerms("starter", 100, 50, 100, 2));
    var before = written();
    RateLimit counted = (_, _) -> Future.succeededFuture(admission);
    var limit = node.watchingWaits(counted);
    assertThat(await(limit.take(caller, Environment.SANDBOX))).isEqualTo(admission);
    if (writes) eventually(this::written, now -> !now.equals(before));
  }

  /// Which version of the row there is.
  private String written() {
    var sql = "SELECT coalesce(max(xmin::text || ctid::text), '') FROM certification_wait";
    return await(books.platform().query(sql).execute()).iterator().next().getString(0);
  }

  private boolean isPassed() {
    return !await(store.shown(PARTNER, Sightings.CHECKS, clock.instant())).isEmpty();
  }
}
