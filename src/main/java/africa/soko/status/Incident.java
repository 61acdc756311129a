package africa.soko.status;

import africa.soko.event.EventType;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Something that is wrong with the service as a whole (SPEC "Payload shapes").
record Incident(
    String id,
    String title,
    Severity severity,
    List<String> affectedServices,
    Instant declaredAt,
    @Nullable Instant resolvedAt) {
  static final EventType DECLARED = new EventType("incident.declared");
  static final EventType RESOLVED = new EventType("incident.resolved");

  /// P0 is critical, P3 is minor.
  enum Severity {
    P0,
    P1,
    P2,
    P3
  }

  /// How far it has come.
  enum Status {
    OPEN,
    RESOLVED
  }

  /// What partners are told of it first.
  record Declared(
      String id, String title, Severity severity, List<String> affectedServices, Status status) {}

  /// What they are told at its end.
  ///
  /// @param duration for people
  record Resolved(
      String id, Severity severity, Status status, Instant resolvedAt, String duration) {}

  /// As operators see it.
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record View(
      String id,
      String title,
      Severity severity,
      Status status,
      List<String> affectedServices,
      Instant declaredAt,
      @Nullable Instant resolvedAt) {}

  Status status() {
    return resolvedAt == null ? Status.OPEN : Status.RESOLVED;
  }

  Declared declared() {
    return new Declared(id, title, severity, affectedServices, Status.OPEN);
  }

  Resolved resolved(Instant at) {
    var duration = readable(Duration.between(declaredAt, at));
    return new Resolved(id, severity, Status.RESOLVED, at, duration);
  }

  View view() {
    return new View(id, title, severity, status(), affectedServices, declaredAt, resolvedAt);
  }

  /// Such as `1 h 5 min`.
  static String readable(Duration duration) {
    long minutes = Math.max(duration.toMinutes(), 0);
    if (minutes == 0) return "less than 1 min";
    long hours = minutes / 60;
    if (hours == 0) return minutes + " min";
    return minutes % 60 == 0 ? hours + " h" : hours + " h " + minutes % 60 + " min";
  }
}
