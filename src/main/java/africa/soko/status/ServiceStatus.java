package africa.soko.status;

import africa.soko.edge.Contract;
import africa.soko.edge.Maintenance;
import africa.soko.edge.request.Served;
import africa.soko.event.EventType;
import africa.soko.feature.Feature;
import africa.soko.feature.Retention;
import africa.soko.feature.Worker;
import africa.soko.platform.config.Config;
import africa.soko.platform.config.Setting;
import africa.soko.platform.id.Ids;
import io.vertx.sqlclient.Pool;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;

/// What is said of the service as a whole, put together.
public final class ServiceStatus {
  private static final Duration DAYS_KEPT = Duration.ofDays(2L * SlaRoutes.DAYS);

  public static final List<EventType> EVENTS = List.of(Incident.DECLARED, Incident.RESOLVED);

  private final MaintenanceStore maintenance;
  private final MaintenanceVerticle watch;
  private final IncidentStore incidents;
  private final ServedCounts counts = new ServedCounts();
  private final ServedStore served;
  private final Duration pause;
  private final InstantSource clock;
  private final Ids ids;

  /// @param platform whose connections look into the schema `platform`
  public ServiceStatus(Pool platform, Ids ids, Config config, InstantSource clock) {
    this.clock = clock;
    served = new ServedStore(platform);
    pause = config.seconds(Setting.SLA_WRITE_SECONDS);
    this.ids = ids;
    maintenance = new MaintenanceStore(platform);
    watch = new MaintenanceVerticle(maintenance);
    incidents = new IncidentStore(platform);
  }

  /// Whether it is closed, as this node knows.
  public Maintenance maintenance() {
    return watch.get();
  }

  public void bind(Contract contract, List<StatusRoutes.Part> parts) {
    new StatusRoutes(parts, incidents, watch).bind(contract);
  }

  public void bindOperators(Contract contract) {
    new StatusOperators(maintenance, watch, incidents, ids).bind(contract);
  }

  /// Is told how requests end.
  public Served served() {
    return counts;
  }

  /// What partners read of it and of how it was for them.
  public Feature sla(List<StatusRoutes.Part> parts) {
    return new SlaRoutes(new StatusRoutes(parts, incidents, watch), served);
  }

  /// Writes how requests ended.
  public Worker counting() {
    return Worker.onEventLoop(new ServedVerticle(counts, served, pause, clock));
  }

  /// Forgets days that nobody asks for any more.
  public Retention retention() {
    return new Retention(clock, DAYS_KEPT, List.of(served::prune));
  }

  public Worker worker() {
    return Worker.onEventLoop(watch);
  }
}
