package africa.soko.ledger;

import static africa.soko.ledger.BooksOnDisk.await;
import static africa.soko.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.access.ApiKeys;
import africa.soko.access.Credential;
import africa.soko.edge.Answer;
import africa.soko.edge.Caller;
import africa.soko.edge.Environment;
import africa.soko.edge.Origin;
import africa.soko.edge.RequestName;
import io.vertx.core.Future;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/// A change that comes with a key commits before the key's end was answered, or never.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(60)
class ShownKeysIT {
  private static final AtomicInteger KEYS = new AtomicInteger();

  private BooksOnDisk books;
  private Grants grants;

  /// A partner's key as a request shows it.
  private record Shown(String partnerId, String keyId, byte[] hash) {
    Origin origin() {
      var terms = new Caller.PartnerTerms("starter", 100, 50, 100, 2);
      var type = Caller.CredentialType.FULL;
      var home = Environment.SANDBOX;
      var caller = new Caller.KeyHolder(partnerId, home, keyId, type, Set.of(), terms);
      return Origin.of(caller, null, new RequestName("req_1", ""));
    }
  }

  @BeforeAll
  void start() {
    books = new BooksOnDisk();
    grants = new Grants(books);
  }

  /// Ends a key, on whichever node.
  private record Revoke(String partnerId, String keyId) implements Command {
    @Override
    public boolean changesKeys() {
      return true;
    }

    @Override
    public void needs(Needs needs) {
      needs.row(Credential.TABLE, Credential.key(partnerId, keyId));
    }

    @Override
    public Decision decide(Book book) {
      var key = book.get(Credential.TABLE, Credential.key(partnerId, keyId));
      book.put(Credential.TABLE, key.revokedAt(book.realNow()));
      return Decision.accepted(200, keyId);
    }
  }

  @AfterAll
  void stop() {
    books.close();
  }

  @Test
  void a_good_key_is_no_obstacle() {
    assertThat(await(send(key("ACTIVE", "NULL"))).status()).isEqualTo(200);
  }

  @Test
  void a_key_that_is_revoked_suspended_ended_or_unknown_changes_nothing() {
    var revoked = key("ACTIVE", "NULL");
    assertThat(books.run(new Revoke(revoked.partnerId(), revoked.keyId())).status()).isEqualTo(200);
    assertRefused(revoked, 403, "AUTH_REVOKED");
    assertRefused(key("SUSPENDED", "NULL"), 403, "AUTH_SUSPENDED");
    assertRefused(key("ACTIVE", "now()"), 401, "AUTH_INVALID");
    var known = key("ACTIVE", "NULL");
    assertRefused(new Shown(known.partnerId(), "key_none", known.hash()), 401, "AUTH_INVALID");
  }

  @Test
  void a_revocation_is_answered_after_what_runs_and_before_what_comes() {
    var key = key("ACTIVE", "NULL");
    Future<Answer> running;
    Future<Integer> revoked;
    var other = books.engine(LedgerLimits.DEFAULT, () -> {});
    try (var _ = grants.hold(key.partnerId())) {
      running = send(key);
      grants.awaitBlocked();
      var revoke = new Submission(new Revoke(key.partnerId(), key.keyId()), Origin.SERVICE);
      revoked =
          Future.fromCompletionStage(
              CompletableFuture.supplyAsync(
                  () -> status(other, revoke), Thread::startVirtualThread));
      var waits = "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'advisory'";
      eventually(() -> (long) books.ask(waits), n -> n == 1);
      assertThat(revoked.isComplete()).isFalse();
    }
    assertThat(await(running).status()).isEqualTo(200);
    assertThat(await(revoked)).isEqualTo(200);
    await(other.close());
    assertThat(await(send(key)).status()).isEqualTo(403);
    assertThat(grants.dollars(key.partnerId())).isEqualTo(1);
  }

  private static int status(Engine engine, Submission submission) {
    try {
      return engine.run(List.of(submission), Engine.Patience.USUAL).getFirst().status();
    } catch (BatchFailure failure) {
      throw new AssertionError(failure);
    }
  }

  private void assertRefused(Shown key, int status, String code) {
    var answer = await(send(key));
    assertThat(answer.status()).isEqualTo(status);
    assertThat(answer.body().toString()).contains(code);
    assertThat(grants.dollars(key.partnerId())).isZero();
  }

  private Future<Answer> send(Shown key) {
    return books.ledger().send(Grant.to(key.partnerId()), key.origin());
  }

  private Shown key(String status, String expiresAt) {
    var partner = grants.partner();
    var id = "key_%03d".formatted(KEYS.incrementAndGet());
    var hash = ApiKeys.hash(id);
    books.execute(
        """
        INSERT INTO platform.partner (partner_id, business_name, email, status, created_at)
        VALUES ('%s', 'Karibu', 'dev@karibu.example', '%s', now())
        """
            .formatted(partner, status));
    books.execute(
        """
        INSERT INTO platform.credential (key_hash, key_id, partner_id, environment, type,
          masked_key, scopes, created_at, expires_at)
        VALUES ('\\x%s', '%s', '%s', 'SANDBOX', 'FULL', '', '', now(), %s)
        """
            .formatted(HexFormat.of().formatHex(hash), id, partner, expiresAt));
    return new Shown(partner, id, hash);
  }
}
