package africa.soko;

import africa.soko.access.OperatorToken;
import africa.soko.audit.AuditEntry;
import africa.soko.edge.Maintenance;
import africa.soko.edge.Policy;
import africa.soko.edge.RateLimit;
import africa.soko.edge.Routes;
import africa.soko.edge.contract.ContractDocument;
import africa.soko.edge.http.TrustedProxies;
import africa.soko.edge.request.Deadlines;
import africa.soko.edge.request.Edge;
import africa.soko.edge.request.EdgeMetrics;
import africa.soko.edge.request.IdempotencyKeys;
import africa.soko.edge.request.IdempotencyTurns;
import africa.soko.edge.request.Served;
import africa.soko.edge.request.Steps;
import africa.soko.edge.server.Assets;
import africa.soko.edge.server.Management;
import africa.soko.oversight.RefusalCounts;
import africa.soko.platform.config.Config;
import africa.soko.platform.config.Setting;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.InstantSource;
import java.util.List;

/// The management port: one event loop with an edge for operators. It needs no Redis.
final class ManagementPort {
  private final Vertx vertx;
  private final Config config;
  private final InstantSource clock;
  private final PrometheusMeterRegistry metrics;
  private final RefusalCounts refusals;
  private final String site;
  private final Management management;

  /// @param routes what operators may ask for
  /// @param contract that says so
  ManagementPort(
      Vertx vertx,
      Config config,
      InstantSource clock,
      PrometheusMeterRegistry metrics,
      List<Management.Check> checks,
      Routes routes,
      ContractDocument contract,
      RefusalCounts refusals) {
    this.vertx = vertx;
    this.config = config;
    this.clock = clock;
    this.metrics = metrics;
    this.refusals = refusals;
    site = config.optional(Setting.PUBLIC_URL).orElse("");
    var pages = new Assets();
    pages.add("/operator/openapi.yaml", contract.asYaml());
    pages.add("/operator/openapi.json", contract.asJson());
    management =
        new Management(
            config.text(Setting.MANAGEMENT_HOST),
            config.integer(Setting.MANAGEMENT_PORT),
            checks,
            metrics,
            pages,
            site,
            on -> edge(on, routes));
  }

  Future<?> start() {
    return vertx.deployVerticle(management);
  }

  int port() {
    return management.actualPort();
  }

  /// Takes no more changes of operators, before what carries them out ends.
  void endOperations() {
    management.endOperations();
  }

  private Edge edge(Vertx on, Routes routes) {
    return new Edge(
        on,
        new Steps(
            routes,
            () -> Maintenance.OFF,
            new OperatorToken(config.text(Setting.OPERATOR_TOKEN)),
            RateLimit.NONE,
            Policy.NONE,
            new IdempotencyKeys(config.text(Setting.SERVER_SECRET)),
            IdempotencyTurns.BY_LEDGER,
            (_, source, reason) -> refusals.count(AuditEntry.OPERATORS, source, reason),
            Served.NOBODY,
            TrustedProxies.NONE,
            new EdgeMetrics(metrics, routes),
            Deadlines.DEFAULT,
            site,
            clock));
  }
}
