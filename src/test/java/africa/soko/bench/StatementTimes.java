package africa.soko.bench;

/// How long PostgreSQL was at each kind of statement, by its own clock (`pg_stat_statements`). What
/// it takes to receive them, and to write the log at COMMIT, is not in it.
final class StatementTimes {
  private static final int MICROS_LEAST = 1;
  private static final String TIMES =
      """
      SELECT what, sum(rows)::bigint AS rows, sum(millis) AS millis
      FROM (
        SELECT coalesce(
                 substring(query from '(?:INSERT INTO|UPDATE) (?!event_counter)[a-z_]+'),
                 'SELECT FROM ' || substring(query from 'FROM ([a-z_]+) t?\\M'),
                 substring(query from 'SELECT ([a-z_]+)\\('),
                 'else') AS what,
               rows, total_exec_time AS millis
        FROM pg_stat_statements WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database())
      ) AS each
      GROUP BY what ORDER BY millis DESC
      """;

  private StatementTimes() {}

  /// Has PostgreSQL count from its next start on.
  static void begin(Service service) throws Exception {
    service.execute("ALTER SYSTEM SET shared_preload_libraries = 'pg_stat_statements'");
    service.execute("CREATE EXTENSION IF NOT EXISTS pg_stat_statements");
  }

  /// What was counted before is forgotten.
  static void reset(Service service) throws Exception {
    service.execute("SELECT pg_stat_statements_reset()");
  }

  /// Each kind that takes a microsecond of a trade or more.
  static void report(Service service, Report report, int trades) throws Exception {
    try (var connection = service.connect();
        var statement = connection.createStatement();
        var row = statement.executeQuery(TIMES)) {
      double all = 0;
      while (row.next()) {
        double micros = row.getDouble("millis") * 1_000 / trades;
        all += micros;
        if (micros < MICROS_LEAST) continue;
        var each = "%.1f rows, %.1f µs".formatted(row.getDouble("rows") / trades, micros);
        report.row(row.getString("what") + ", of a trade", each, "");
      }
      report.row("all statements of a trade", "%.0f µs".formatted(all), "");
    }
  }
}
