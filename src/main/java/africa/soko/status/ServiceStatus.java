package africa.soko.status;

import africa.soko.edge.Contract;
import africa.soko.edge.Maintenance;
import africa.soko.event.EventType;
import africa.soko.feature.Worker;
import africa.soko.platform.id.Ids;
import io.vertx.sqlclient.Pool;
import java.util.List;

/// What is said of the service as a whole, put together.
public final class ServiceStatus {
  public static final List<EventType> EVENTS = List.of(Incident.DECLARED, Incident.RESOLVED);

  private final MaintenanceStore maintenance;
  private final MaintenanceVerticle watch;
  private final IncidentStore incidents;
  private final Ids ids;

  /// @param platform whose connections look into the schema `platform`
  public ServiceStatus(Pool platform, Ids ids) {
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

  public Worker worker() {
    return Worker.onEventLoop(watch);
  }
}
