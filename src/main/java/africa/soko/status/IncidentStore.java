package africa.soko.status;

import africa.soko.broadcast.BroadcastStore;
import africa.soko.edge.ErrorCode;
import africa.soko.edge.Idempotency;
import africa.soko.edge.Page;
import africa.soko.edge.Refused;
import africa.soko.platform.db.Fields;
import africa.soko.platform.db.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;

/// The table `incident`. Every partner of both environments is told in the transaction of the
/// change.
final class IncidentStore {
  private static final int OPEN_MAX = 100;

  private static final String INSERT =
      """
      INSERT INTO incident (incident_id, key_sha256, fingerprint, title, severity,
        affected_services, declared_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7)
      ON CONFLICT (key_sha256) DO NOTHING
      """;

  private static final String KNOWN =
      "SELECT *, fingerprint = $2 AS same FROM incident WHERE key_sha256 = $1";

  private static final String LOCK = "SELECT * FROM incident WHERE incident_id = $1 FOR UPDATE";

  private static final String RESOLVE =
      "UPDATE incident SET resolved_at = $2 WHERE incident_id = $1 RETURNING *";

  private static final String PAGE =
      """
      SELECT * FROM incident
      WHERE ($1::text IS NULL OR incident_id < $1) AND ($2 OR resolved_at IS NULL)
      ORDER BY incident_id DESC LIMIT $3
      """;

  private final Pool platform;

  /// @param platform whose connections look into the schema `platform`
  IncidentStore(Pool platform) {
    this.platform = platform;
  }

  /// Declares it once for its key.
  ///
  /// Fails with CONFLICT where the key was used for another one.
  Future<Incident> declare(Incident incident, Idempotency idempotency) {
    return platform
        .withTransaction(connection -> declare(connection, incident, idempotency))
        .map(Objects::requireNonNull);
  }

  private static Future<Incident> declare(
      SqlConnection connection, Incident incident, Idempotency idempotency) {
    var tuple =
        Tuple.tuple()
            .addValue(incident.id())
            .addValue(idempotency.keyHash())
            .addValue(idempotency.fingerprint())
            .addValue(incident.title())
            .addValue(incident.severity().name())
            .addValue(incident.affectedServices().toArray(String[]::new))
            .addValue(incident.declaredAt().atOffset(ZoneOffset.UTC));
    return connection
        .preparedQuery(INSERT)
        .execute(tuple)
        .compose(
            inserted ->
                inserted.rowCount() == 0
                    ? known(connection, idempotency)
                    : BroadcastStore.add(
                            connection,
                            Incident.DECLARED,
                            incident.declared(),
                            incident.declaredAt())
                        .map(_ -> incident));
  }

  private static Future<Incident> known(SqlConnection connection, Idempotency idempotency) {
    return connection
        .preparedQuery(KNOWN)
        .execute(Tuple.of(idempotency.keyHash(), idempotency.fingerprint()))
        .compose(
            rows ->
                rows.iterator().next().getBoolean("same")
                    ? Future.succeededFuture(Rows.first(rows, IncidentStore::read).orElseThrow())
                    : refuse(
                        ErrorCode.CONFLICT, "This Idempotency-Key was used for another request"));
  }

  /// Ends it; a repeat changes nothing, and nobody is told again.
  ///
  /// Fails with NOT_FOUND.
  Future<Incident> resolve(String id, Instant now) {
    return platform
        .withTransaction(
            connection ->
                connection
                    .preparedQuery(LOCK)
                    .execute(Tuple.of(id))
                    .compose(
                        rows -> {
                          var found = Rows.first(rows, IncidentStore::read).orElse(null);
                          if (found == null) {
                            return refuse(ErrorCode.NOT_FOUND, "No such incident");
                          }
                          return found.resolvedAt() == null
                              ? resolve(connection, found, now)
                              : Future.succeededFuture(found);
                        }))
        .map(Objects::requireNonNull);
  }

  private static Future<Incident> resolve(SqlConnection connection, Incident found, Instant now) {
    return connection
        .preparedQuery(RESOLVE)
        .execute(Tuple.of(found.id(), now.atOffset(ZoneOffset.UTC)))
        .compose(
            rows ->
                BroadcastStore.add(connection, Incident.RESOLVED, found.resolved(now), now)
                    .map(_ -> Rows.first(rows, IncidentStore::read).orElseThrow()));
  }

  /// The newest first.
  Future<List<Incident>> page(Page page, boolean withResolved) {
    return platform
        .preparedQuery(PAGE)
        .execute(Tuple.of(page.after(), withResolved, page.limit() + 1))
        .map(rows -> Rows.map(rows, IncidentStore::read));
  }

  /// Those that go on.
  Future<List<Incident>> open() {
    return platform
        .preparedQuery(PAGE)
        .execute(Tuple.of(null, false, OPEN_MAX))
        .map(rows -> Rows.map(rows, IncidentStore::read));
  }

  private static Incident read(Fields f) {
    return new Incident(
        f.text("incident_id"),
        f.text("title"),
        f.constant("severity", Incident.Severity.class),
        List.of(f.row().getArrayOfStrings("affected_services")),
        f.instant("declared_at"),
        f.maybeInstant("resolved_at"));
  }

  private static <T> Future<T> refuse(ErrorCode code, String message) {
    return Future.failedFuture(Refused.of(code, "%s", message).asException());
  }
}
