package africa.soko.status;

import africa.soko.edge.Answer;
import africa.soko.edge.Call;
import africa.soko.edge.Contract;
import africa.soko.edge.Input;
import africa.soko.edge.Maintenance;
import africa.soko.edge.Maintenance.Mode;
import africa.soko.platform.id.Ids;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What operators say of the service as a whole: maintenance and incidents (DECISIONS 11).
final class StatusOperators {
  private static final int CREATED = 201;
  private static final int PAGE_DEFAULT = 50;
  private static final int PAGE_MAX = 200;
  private static final int TITLE_MAX = 200;
  private static final int SERVICES_MAX = 20;
  private static final int RETRY_SECONDS = 60;
  private static final int RETRY_SECONDS_MAX = 86_400;
  private static final Map<String, Mode> MODES =
      Map.of("off", Mode.OFF, "read_only", Mode.READ_ONLY, "full", Mode.FULL);

  private final MaintenanceStore maintenance;
  private final MaintenanceVerticle watch;
  private final IncidentStore incidents;
  private final Ids ids;

  record MaintenanceBody(String mode, @Nullable Integer retryAfterSeconds) {
    static MaintenanceBody of(Maintenance maintenance) {
      boolean isOff = maintenance.mode() == Mode.OFF;
      return new MaintenanceBody(
          maintenance.mode().name().toLowerCase(Locale.ROOT),
          isOff ? null : maintenance.retryAfterSeconds());
    }

    Maintenance checked() {
      var seconds = Objects.requireNonNullElse(retryAfterSeconds, RETRY_SECONDS);
      if (seconds < 1 || seconds > RETRY_SECONDS_MAX) {
        throw Input.invalid("retryAfterSeconds", "must be 1 to " + RETRY_SECONDS_MAX);
      }
      return new Maintenance(Input.oneOf("mode", mode, MODES), seconds);
    }
  }

  record Declaration(String title, Incident.Severity severity, List<String> affectedServices) {
    Incident of(String id, Instant now) {
      if (affectedServices.size() > SERVICES_MAX) {
        throw Input.invalid("affectedServices", "must be at most " + SERVICES_MAX);
      }
      for (var service : affectedServices) Input.name("affectedServices", service, TITLE_MAX);
      return new Incident(
          id,
          Input.name("title", title, TITLE_MAX),
          severity,
          List.copyOf(affectedServices),
          now,
          null);
    }
  }

  record Incidents(
      List<Incident.View> incidents, int count, boolean hasMore, @Nullable String nextCursor) {}

  StatusOperators(
      MaintenanceStore maintenance, MaintenanceVerticle watch, IncidentStore incidents, Ids ids) {
    this.maintenance = maintenance;
    this.watch = watch;
    this.incidents = incidents;
    this.ids = ids;
  }

  void bind(Contract contract) {
    contract.read("getMaintenance", _ -> maintenance.get().map(StatusOperators::told));
    contract.change("setMaintenance", this::set);
    contract.read("listIncidents", this::list);
    contract.change("declareIncident", this::declare);
    contract.change("resolveIncident", this::resolve);
  }

  private Future<Answer> set(Call call) {
    var asked = call.body(MaintenanceBody.class).checked();
    return maintenance.put(asked).compose(_ -> watch.look()).map(_ -> told(asked));
  }

  private Future<Answer> list(Call call) {
    var page = call.query().page(PAGE_DEFAULT, PAGE_MAX);
    var open = call.query().bool("open");
    return incidents
        .page(page, !Boolean.TRUE.equals(open))
        .map(
            found -> {
              var slice = page.slice(found, Incident::id);
              return Answer.ok(
                  new Incidents(
                      slice.items().stream().map(Incident::view).toList(),
                      slice.count(),
                      slice.hasMore(),
                      slice.nextCursor()));
            });
  }

  private Future<Answer> declare(Call call) {
    var incident = call.body(Declaration.class).of(ids.next("inc_"), call.now());
    var once = Objects.requireNonNull(call.idempotency());
    return incidents.declare(incident, once).map(declared -> Answer.of(CREATED, declared.view()));
  }

  private Future<Answer> resolve(Call call) {
    return incidents
        .resolve(call.path("incidentId"), call.now())
        .map(resolved -> Answer.ok(resolved.view()));
  }

  private static Answer told(Maintenance maintenance) {
    return Answer.ok(MaintenanceBody.of(maintenance));
  }
}
