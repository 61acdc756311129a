package africa.soko.webhook;

import africa.soko.edge.Environment;
import africa.soko.event.EventHints;
import africa.soko.event.EventStore;
import africa.soko.event.Retention;
import africa.soko.ledger.Ledger;
import africa.soko.platform.crypto.Sealer;
import africa.soko.platform.id.Ids;
import io.vertx.core.Deployable;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;

/// The webhooks of one environment, put together.
public final class Webhooks {
  private static final Duration DEADLINE = Duration.ofSeconds(8);

  private final DeliveryStore store;
  private final DueDeliveries due;
  private final Courier courier;
  private final WebhookService service;
  private final InstantSource clock;
  private final WebhookMetrics metrics;
  private final EventHints hints;

  /// @param pool whose connections look into the schema of the environment
  public Webhooks(
      Vertx vertx,
      Environment environment,
      Pool pool,
      Ledger ledger,
      EventStore events,
      EventHints hints,
      AddressGuard guard,
      Sealer sealer,
      InstantSource clock,
      Ids ids,
      WebhookMetrics metrics) {
    var poster =
        new Poster(vertx, guard, NameLookup.of(vertx), DEADLINE, WebhookVerticle.ATTEMPTS_MAX);
    var secrets = new WebhookSecrets(sealer);
    this.store = new DeliveryStore(pool);
    this.due = new DueDeliveries(pool);
    this.courier = new Courier(poster, secrets, clock, ids, environment == Environment.SANDBOX);
    this.service =
        new WebhookService(new WebhookStore(pool), store, events, ledger, guard, secrets, courier);
    this.clock = clock;
    this.metrics = metrics;
    this.hints = hints;
  }

  /// What brings events to endpoints; to be deployed once, on a virtual thread.
  public Deployable worker() {
    return new WebhookVerticle(store, due, courier, clock, metrics, hints);
  }

  /// What is to be forgotten along with old events.
  public List<Retention.Step> retention() {
    return List.of(store::prune);
  }

  WebhookService service() {
    return service;
  }
}
