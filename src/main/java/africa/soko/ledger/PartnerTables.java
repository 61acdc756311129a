package africa.soko.ledger;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.List;
import java.util.stream.StreamSupport;

/// The tables of an environment's books that hold rows of partners, as the schema has them.
public final class PartnerTables {
  private static final String NAMES =
      """
      SELECT table_name::text
      FROM information_schema.tables
      JOIN information_schema.columns USING (table_schema, table_name)
      WHERE table_schema = current_schema() AND table_type = 'BASE TABLE'
        AND column_name = 'partner_id'
        AND NOT (SELECT relispartition FROM pg_class
                 WHERE oid = format('%I.%I', table_schema, table_name)::regclass)
      ORDER BY table_name IN ('event', 'event_counter'), table_name COLLATE "C"
      """;

  private PartnerTables() {}

  /// Their names in the order in which the ledger locks rows: by name, and what numbers the events
  /// last.
  ///
  /// @param client whose connections look into the schema of the environment
  public static Future<List<String>> names(SqlClient client) {
    return client
        .query(NAMES)
        .execute()
        .map(
            rows ->
                StreamSupport.stream(rows.spliterator(), false)
                    .map(row -> row.getString(0))
                    .toList());
  }
}
