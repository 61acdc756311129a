package africa.soko.webhook;

import africa.soko.edge.Answer;
import africa.soko.edge.Environment;
import africa.soko.event.Event;
import africa.soko.event.EventHints;
import africa.soko.event.Place;
import africa.soko.ledger.Command;
import africa.soko.platform.crypto.Sealer;
import africa.soko.platform.id.Ids;
import africa.soko.testing.BooksDatabase;
import africa.soko.testing.SettableClock;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.ThreadingModel;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/// Webhooks on an empty database, with workers whose clock the test moves.
final class DeliveryFixture {
  static final String PARTNER = "prt_1";
  static final String SECRET = "a-secret-of-the-partner";

  final Vertx vertx = Vertx.vertx();
  final BooksDatabase database = new BooksDatabase(vertx);
  final SettableClock clock = new SettableClock();
  final Ids ids = new Ids(clock);
  final DeliveryStore store = new DeliveryStore(database.pool());
  final ReplayStore replays = new ReplayStore(database.pool());
  final DueDeliveries due = new DueDeliveries(database.pool());

  /// What the ledger was asked to do.
  final List<Command> commands = new CopyOnWriteArrayList<>();

  final FailingWebhooks failing =
      new FailingWebhooks(
          Environment.SANDBOX,
          new WebhookStore(database.pool()),
          command -> {
            commands.add(command);
            return Future.succeededFuture(Answer.NOTHING);
          });
  final WebhookSecrets secrets = new WebhookSecrets(new Sealer("the secret of the server"));
  final Receiver receiver = new Receiver(vertx);

  WebhookVerticle worker() {
    return worker(Duration.ofSeconds(8), NameLookup.of(vertx));
  }

  WebhookVerticle worker(Duration deadline, NameLookup names) {
    var worker =
        new WebhookVerticle(
            store,
            replays,
            due,
            failing,
            courier(deadline, names),
            clock,
            new WebhookMetrics(new SimpleMeterRegistry(), Environment.SANDBOX),
            new EventHints(vertx, Environment.SANDBOX));
    vertx
        .deployVerticle(
            worker, new DeploymentOptions().setThreadingModel(ThreadingModel.VIRTUAL_THREAD))
        .await();
    return worker;
  }

  Courier courier(Duration deadline, NameLookup names) {
    var poster = new Poster(vertx, new AddressGuard(true), names, deadline, 16);
    return new Courier(poster, secrets, clock, ids, true);
  }

  void tick(WebhookVerticle worker) {
    worker.tick().await();
  }

  /// Registers an endpoint that starts at the beginning of the log, and counts as one that answers.
  Webhook webhook(String webhookId, String url, String... events) {
    return webhookOf(PARTNER, webhookId, url, events);
  }

  Webhook webhookOf(String partnerId, String webhookId, String url, String... events) {
    var webhook =
        new Webhook(
            partnerId,
            webhookId,
            url,
            List.of(events),
            SealedSecrets.of(secrets.seal(partnerId, SECRET)),
            Webhook.Status.ACTIVE,
            clock.instant(),
            null,
            null);
    insert(Webhook.TABLE.insertSql(), Webhook.TABLE.insertTuple(List.of(webhook)));
    var cursor = new WebhookCursor(partnerId, webhookId, new Place(0, null));
    insert(WebhookCursor.TABLE.insertSql(), WebhookCursor.TABLE.insertTuple(List.of(cursor)));
    database.run("UPDATE webhook SET answers = true WHERE webhook_id = '%s'".formatted(webhookId));
    return webhook;
  }

  List<Event> append(String... names) {
    return appendOf(PARTNER, names);
  }

  List<Event> appendOf(String partnerId, String... names) {
    return database.append(partnerId, clock, ids, names);
  }

  /// Queues all events, and claims what there is room for.
  List<DueDelivery> claim(AttemptSlots slots) {
    var now = clock.instant();
    store.fanOut(now, 1_000, 1_000).await();
    return due.claim(now, now.plus(WebhookVerticle.LEASE), slots.room()).await();
  }

  /// Attempts of a webhook, newest first.
  List<DeliveryAttempt> attempts(String webhookId) {
    return store.page(PARTNER, webhookId, DeliveryFilter.ALL, null, 100).await();
  }

  /// How many deliveries of a partner have an attempt running.
  long leased(String partnerId) {
    var sql = "SELECT count(*) FROM delivery WHERE partner_id = '%s' AND next_attempt_at > '%s'";
    return database.run(sql.formatted(partnerId, clock.instant())).getFirst().getLong(0);
  }

  long pending() {
    return database.run("SELECT count(*) FROM delivery").getFirst().getLong(0);
  }

  void close() {
    vertx.close().await();
  }

  private void insert(String sql, Tuple tuple) {
    database.pool().preparedQuery(sql).execute(tuple).await();
  }

  /// A due time, as the delivery table holds it.
  java.time.Instant nextAttemptAt() {
    return database
        .run("SELECT next_attempt_at FROM delivery")
        .getFirst()
        .getOffsetDateTime(0)
        .atZoneSameInstant(ZoneOffset.UTC)
        .toInstant();
  }
}
