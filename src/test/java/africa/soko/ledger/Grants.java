package africa.soko.ledger;

import static africa.soko.ledger.BooksOnDisk.await;
import static africa.soko.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.edge.Answer;
import africa.soko.edge.Idempotency;
import africa.soko.edge.Origin;
import africa.soko.edge.Principal;
import africa.soko.edge.RequestName;
import africa.soko.partner.OpenMasterAccount;
import africa.soko.platform.crypto.Sha256;
import africa.soko.platform.money.Usd;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.SqlConnection;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/// Grants of one dollar to partners with open books, and what makes several of them one batch.
final class Grants {
  private static final AtomicInteger PARTNERS = new AtomicInteger();

  private final BooksOnDisk books;

  Grants(BooksOnDisk books) {
    this.books = books;
  }

  /// The lock of a partner's row, held by somebody who is not the ledger.
  record Held(SqlConnection connection) implements AutoCloseable {
    void also(String partnerId) {
      await(connection.query(lock(partnerId)).execute());
    }

    /// Deletes the row, writes it again and lets go of it.
    void replace(String partnerId) {
      var replacing =
          """
          CREATE TEMPORARY TABLE held ON COMMIT DROP AS
            SELECT * FROM account WHERE partner_id = '%1$s';
          DELETE FROM account WHERE partner_id = '%1$s';
          INSERT INTO account SELECT * FROM held;
          COMMIT
          """;
      await(connection.query(replacing.formatted(partnerId)).execute());
    }

    @Override
    public void close() {
      await(connection.query("ROLLBACK").execute());
      await(connection.close());
    }
  }

  /// A partner of whom nothing is known yet, with an empty wallet.
  String partner() {
    var partnerId = "partner-%03d".formatted(PARTNERS.incrementAndGet());
    assertThat(books.run(new OpenMasterAccount(partnerId, Usd.ZERO)).status()).isEqualTo(200);
    return partnerId;
  }

  Future<Answer> send(Command command) {
    return books.ledger().send(command);
  }

  /// A partner's request, answered.
  Answer ask(Command command, String idempotencyKey) {
    var bytes = Buffer.buffer(Sha256.of(idempotencyKey.getBytes(StandardCharsets.UTF_8)));
    var idempotency = new Idempotency(idempotencyKey, bytes, bytes);
    return await(
        books
            .ledger()
            .send(
                command,
                Origin.of(new Principal.Nobody(), idempotency, new RequestName("req_1", ""))));
  }

  /// How many dollars a partner was granted.
  long dollars(String partnerId) {
    return (long)
        books.ask("SELECT count(*) FROM transfer WHERE partner_id = '%s'".formatted(partnerId));
  }

  Held hold(String partnerId) {
    var connection = await(books.books().getConnection());
    await(connection.query("SET deadlock_timeout = '20s'; BEGIN").execute());
    var held = new Held(connection);
    held.also(partnerId);
    return held;
  }

  /// Runs commands as one batch: they come while the ledger waits for somebody else.
  List<Future<Answer>> together(Command... commands) {
    return together(() -> {}, commands);
  }

  /// @param ready called before the first of them is sent
  List<Future<Answer>> together(Runnable ready, Command... commands) {
    var gate = partner();
    ready.run();
    var answers = new ArrayList<Future<Answer>>();
    Future<Answer> first;
    try (var _ = hold(gate)) {
      first = send(Grant.to(gate));
      awaitBlocked();
      for (var command : commands) answers.add(send(command));
      awaitWaiting(commands.length);
    }
    assertThat(await(first).status()).isEqualTo(200);
    return answers;
  }

  /// Returns once somebody in the database waits for a lock.
  void awaitBlocked() {
    var blocked =
        """
        SELECT count(*) FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'
        """;
    eventually(() -> (long) books.ask(blocked), count -> count > 0);
  }

  /// Returns once so many commands are in the inbox.
  void awaitWaiting(int commands) {
    var waiting = books.meters().get("soko.ledger.waiting").gauge();
    eventually(waiting::value, count -> count == commands);
  }

  double failures() {
    return books.meters().get("soko.ledger.batch.failures").counter().count();
  }

  private static String lock(String partnerId) {
    return "SELECT 1 FROM account WHERE partner_id = '%s' AND account_id = 'master' FOR UPDATE"
        .formatted(partnerId);
  }
}
