package africa.soko.status;

import africa.soko.edge.Maintenance;
import africa.soko.platform.db.Fields;
import africa.soko.platform.db.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;

/// The table `maintenance`.
final class MaintenanceStore {
  private static final String PUT =
      """
      INSERT INTO maintenance (mode, retry_after_seconds) VALUES ($1, $2)
      ON CONFLICT (one) DO UPDATE SET mode = excluded.mode,
        retry_after_seconds = excluded.retry_after_seconds
      """;

  private final SqlClient client;

  /// @param client whose connections look into the schema `platform`
  MaintenanceStore(SqlClient client) {
    this.client = client;
  }

  Future<Maintenance> get() {
    return client
        .preparedQuery("SELECT mode, retry_after_seconds FROM maintenance")
        .execute()
        .map(rows -> Rows.first(rows, MaintenanceStore::read).orElse(Maintenance.OFF));
  }

  Future<?> put(Maintenance maintenance) {
    return client
        .preparedQuery(PUT)
        .execute(Tuple.of(maintenance.mode().name(), maintenance.retryAfterSeconds()));
  }

  private static Maintenance read(Fields f) {
    var mode = f.constant("mode", Maintenance.Mode.class);
    return mode == Maintenance.Mode.OFF
        ? Maintenance.OFF
        : new Maintenance(mode, f.integer("retry_after_seconds"));
  }
}
