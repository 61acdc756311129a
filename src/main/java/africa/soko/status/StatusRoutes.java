package africa.soko.status;

import africa.soko.edge.Answer;
import africa.soko.edge.Call;
import africa.soko.edge.Contract;
import africa.soko.edge.Maintenance;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/// The health document (SPEC "Health"), for everybody.
public final class StatusRoutes {
  private static final long CHECK_MS_MAX = 1_000;

  private final List<Part> parts;
  private final IncidentStore incidents;
  private final Supplier<Maintenance> maintenance;

  /// A part of the service and how to find out whether it works.
  ///
  /// @param vital whether the service as a whole is down without it
  public record Part(String name, boolean vital, Supplier<Future<?>> check) {}

  record Service(String name, String status) {}

  record Status(
      String status,
      List<Service> services,
      List<Incident.Declared> incidents,
      StatusOperators.MaintenanceBody maintenance,
      Instant serverTime) {}

  StatusRoutes(List<Part> parts, IncidentStore incidents, Supplier<Maintenance> maintenance) {
    this.parts = List.copyOf(parts);
    this.incidents = incidents;
    this.maintenance = maintenance;
  }

  void bind(Contract contract) {
    contract.read("getStatus", this::status);
  }

  private Future<Answer> status(Call call) {
    return status(call.now()).map(Answer::ok);
  }

  Future<Status> status(Instant now) {
    var checks = new ArrayList<Future<Boolean>>();
    for (var part : parts) {
      checks.add(
          part.check()
              .get()
              .timeout(CHECK_MS_MAX, TimeUnit.MILLISECONDS)
              .transform(done -> Future.succeededFuture(done.succeeded())));
    }
    var open =
        incidents
            .open()
            .timeout(CHECK_MS_MAX, TimeUnit.MILLISECONDS)
            // Without its database the service says so all the same.
            .otherwise(List.of());
    return Future.all(checks)
        .compose(_ -> open)
        .map(
            going -> {
              var works = checks.stream().map(Future::result).toList();
              var closed = maintenance.get();
              return new Status(
                  overall(works, closed.mode() != Maintenance.Mode.OFF),
                  services(works),
                  going.stream().map(Incident::declared).toList(),
                  StatusOperators.MaintenanceBody.of(closed),
                  now);
            });
  }

  private String overall(List<Boolean> works, boolean isClosed) {
    if (isClosed) return "MAINTENANCE";
    if (!works.contains(false)) return "OPERATIONAL";
    for (int i = 0; i < works.size(); i++) {
      if (parts.get(i).vital() && !works.get(i)) return "OUTAGE";
    }
    return "DEGRADED";
  }

  private List<Service> services(List<Boolean> works) {
    var services = new ArrayList<Service>();
    for (int i = 0; i < works.size(); i++) {
      services.add(new Service(parts.get(i).name(), works.get(i) ? "OPERATIONAL" : "OUTAGE"));
    }
    return services;
  }
}
