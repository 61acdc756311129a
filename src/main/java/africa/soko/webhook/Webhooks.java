package africa.soko.webhook;

import africa.soko.edge.Contract;
import africa.soko.edge.Environment;
import africa.soko.event.EventCatalogue;
import africa.soko.event.EventType;
import africa.soko.feature.Core;
import africa.soko.feature.Feature;
import africa.soko.feature.Retention;
import africa.soko.feature.Worker;
import africa.soko.ledger.StoredAnswerStore;
import africa.soko.platform.config.Setting;
import africa.soko.platform.crypto.Sealer;
import java.time.Duration;
import java.util.List;

/// The webhooks of one environment, put together.
public final class Webhooks implements Feature {
  private static final Duration DEADLINE = Duration.ofSeconds(8);

  /// What a test delivery carries (DECISIONS "Alerts, events, corporate actions").
  static final EventType TEST = new EventType("test.event");

  public static final List<EventType> EVENTS = List.of(TEST, DisableWebhook.DISABLED);

  private final Core core;
  private final DeliveryStore store;
  private final Courier courier;
  private final WebhookService service;
  private final TestDeliveries tests;
  private final ReplayStore replayStore;
  private final Replays replays;

  /// @param catalogue what can be subscribed to
  public Webhooks(Core core, EventCatalogue catalogue, AddressGuard guard, Sealer sealer) {
    this.core = core;
    var vertx = core.vertx();
    var poster =
        new Poster(vertx, guard, NameLookup.of(vertx), DEADLINE, WebhookVerticle.ATTEMPTS_MAX);
    var secrets = new WebhookSecrets(sealer);
    var isSandbox = core.environment() == Environment.SANDBOX;
    store = new DeliveryStore(core.pool());
    courier = new Courier(poster, secrets, core.clock(), core.ids(), isSandbox);
    var webhooks = new WebhookStore(core.pool());
    replayStore = new ReplayStore(core.pool());
    replays = new Replays(core.events(), webhooks, replayStore, core.ledger(), catalogue);
    var answers = new StoredAnswerStore(core.pool());
    service =
        new WebhookService(
            webhooks,
            store,
            core.events(),
            core.ledger(),
            guard,
            secrets,
            catalogue,
            core.config().seconds(Setting.WEBHOOK_SECRET_GRACE_SECONDS));
    tests = new TestDeliveries(webhooks, answers, courier, core.ledger());
  }

  @Override
  public void bind(Contract contract) {
    new WebhookRoutes(service, tests).bind(contract);
    replays.bind(contract);
  }

  /// What brings events to endpoints.
  @Override
  public List<Worker> workers() {
    var due = new DueDeliveries(core.pool());
    var failing = new FailingWebhooks(new WebhookStore(core.pool()), core.ledger()::send);
    var metrics = new WebhookMetrics(core.metrics(), core.environment());
    return List.of(
        Worker.onVirtualThread(
            new WebhookVerticle(
                store, replayStore, due, failing, courier, core.clock(), metrics, core.hints())));
  }

  @Override
  public List<Retention> retention() {
    return List.of(
        new Retention(
            core.clock(), Retention.EVENTS_KEPT, List.of(store::prune, replayStore::prune)),
        new Retention(
            core.clock(), Duration.ZERO, List.of((before, _) -> store.forgetSecrets(before))));
  }
}
