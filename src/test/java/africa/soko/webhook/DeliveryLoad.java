package africa.soko.webhook;

import africa.soko.edge.Environment;
import africa.soko.event.Event;
import africa.soko.event.EventHints;
import africa.soko.event.EventStore;
import africa.soko.event.Place;
import africa.soko.platform.crypto.Sealer;
import africa.soko.platform.id.Ids;
import africa.soko.testing.BooksDatabase;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Promise;
import io.vertx.core.ThreadingModel;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/// Events of many partners at a steady rate, to endpoints of which some never answer. What is
/// measured is how long after its COMMIT an event reaches those that do.
public final class DeliveryLoad implements AutoCloseable {
  private static final int TICK_MILLIS = 20;
  private static final String EVENT = "deposit.confirmed";
  private static final InstantSource CLOCK = InstantSource.system();

  private final Vertx vertx = Vertx.vertx();
  private final Vertx receivers = Vertx.vertx();
  private final BooksDatabase database = new BooksDatabase(vertx);
  private final Ids ids = new Ids(CLOCK);
  private final EventHints hints = new EventHints(vertx, Environment.SANDBOX);
  private final WebhookSecrets secrets = new WebhookSecrets(new Sealer("the secret of the server"));
  private final Histogram delays = new ConcurrentHistogram(TimeUnit.MINUTES.toMillis(10), 3);
  private final Map<String, Long> committedNanos = new ConcurrentHashMap<>();
  private final Set<String> missing = ConcurrentHashMap.newKeySet();
  private final Promise<Void> delivered = Promise.promise();
  private final Map<String, List<String>> answering = new LinkedHashMap<>();
  private final String well = listen(this::answer);
  private final String silent = listen(_ -> {});

  public DeliveryLoad() {
    var store = new DeliveryStore(database.pool());
    var replays = new ReplayStore(database.pool());
    var webhooks = new WebhookStore(database.pool());
    var guard = new AddressGuard(true);
    var poster =
        new Poster(
            vertx,
            guard,
            NameLookup.of(vertx),
            Duration.ofSeconds(8),
            WebhookVerticle.ATTEMPTS_MAX);
    var worker =
        new WebhookVerticle(
            store,
            replays,
            new DueDeliveries(database.pool()),
            new FailingWebhooks(
                Environment.SANDBOX, webhooks, _ -> Future.failedFuture("none is disabled")),
            new Courier(poster, secrets, CLOCK, ids, true),
            CLOCK,
            new WebhookMetrics(new SimpleMeterRegistry(), Environment.SANDBOX),
            hints);
    var onThread = new DeploymentOptions().setThreadingModel(ThreadingModel.VIRTUAL_THREAD);
    vertx.deployVerticle(worker, onThread).await();
  }

  /// Registers one more partner with endpoints that answer, and others that accept and say nothing.
  public void partner(int answering, int hanging) {
    var partnerId = "prt_%03d".formatted(this.answering.size());
    var paths = new ArrayList<String>();
    for (int i = 0; i < answering; i++) paths.add(register(partnerId, "w" + i, well));
    for (int i = 0; i < hanging; i++) register(partnerId, "s" + i, silent);
    this.answering.put(partnerId, paths);
  }

  /// Writes events of the partners in turn.
  ///
  /// @return milliseconds from the COMMIT of an event to each endpoint that answers
  public Histogram run(int events, int perSecond) throws Exception {
    var partners = List.copyOf(answering.keySet());
    var left = new ArrayDeque<Event>();
    for (int n = 0; n < events; n++) {
      var partner = partners.get(n % partners.size());
      var event =
          new Event(partner, ids.next("evt_"), EVENT, null, CLOCK.instant(), "{\"n\":" + n + "}");
      left.add(event);
      for (var path : answering.get(partner)) missing.add(path + event.eventId());
    }
    long begin = System.nanoTime();
    vertx.setPeriodic(
        TICK_MILLIS,
        timer -> {
          long due = (System.nanoTime() - begin) * perSecond / TimeUnit.SECONDS.toNanos(1);
          var batch = new ArrayList<Event>();
          while (!left.isEmpty() && events - left.size() < due) batch.add(left.remove());
          if (!batch.isEmpty()) write(batch);
          if (left.isEmpty()) vertx.cancelTimer(timer);
        });
    try {
      delivered.future().await(4L * events / perSecond + 60, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      throw new IllegalStateException(missing.size() + " deliveries did not come", e);
    }
    return delays;
  }

  @Override
  public void close() {
    vertx.close().await();
    receivers.close().await();
  }

  private void write(List<Event> batch) {
    database
        .pool()
        .withTransaction(connection -> EventStore.append(connection, batch).mapEmpty())
        .onSuccess(
            _ -> {
              long now = System.nanoTime();
              batch.forEach(event -> committedNanos.put(event.eventId(), now));
              hints.written();
            });
  }

  private void answer(HttpServerRequest request) {
    request.response().end();
    long now = System.nanoTime();
    var eventId = request.getHeader("x-service-event-id");
    if (!missing.remove(request.path() + eventId)) return;
    // It may be here before its COMMIT is known here.
    delays.recordValue(
        TimeUnit.NANOSECONDS.toMillis(now - committedNanos.getOrDefault(eventId, now)));
    if (missing.isEmpty()) delivered.tryComplete();
  }

  /// Returns the path under which it is called.
  private String register(String partnerId, String name, String url) {
    var path = "/" + partnerId + "/" + name + "/";
    var webhook =
        new Webhook(
            partnerId,
            partnerId + "_" + name,
            url + path,
            List.of("*"),
            SealedSecrets.of(secrets.seal(partnerId, "a-secret-of-the-partner")),
            Webhook.Status.ACTIVE,
            CLOCK.instant(),
            null,
            null);
    insert(Webhook.TABLE.insertSql(), Webhook.TABLE.insertTuple(List.of(webhook)));
    var cursor = new WebhookCursor(partnerId, webhook.webhookId(), new Place(0, null));
    insert(WebhookCursor.TABLE.insertSql(), WebhookCursor.TABLE.insertTuple(List.of(cursor)));
    return path;
  }

  private void insert(String sql, Tuple tuple) {
    database.pool().preparedQuery(sql).execute(tuple).await();
  }

  private String listen(Handler<HttpServerRequest> handler) {
    int port =
        receivers
            .createHttpServer(new HttpServerOptions().setAcceptBacklog(4_096))
            .requestHandler(handler)
            .listen(0, "127.0.0.1")
            .await()
            .actualPort();
    return "http://127.0.0.1:" + port;
  }
}
