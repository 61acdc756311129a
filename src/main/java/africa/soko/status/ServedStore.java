package africa.soko.status;

import africa.soko.edge.Environment;
import africa.soko.platform.db.Fields;
import africa.soko.status.ServedCounts.Some;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.List;

/// All SQL of the table `served_day`.
final class ServedStore {
  private static final String ADD =
      """
      INSERT INTO served_day AS d (partner_id, environment, day, requests, failed)
      SELECT partner_id, environment, $5, requests, failed
      FROM unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[])
        AS n(partner_id, environment, requests, failed)
      ON CONFLICT (partner_id, environment, day) DO UPDATE
      SET requests = d.requests + EXCLUDED.requests, failed = d.failed + EXCLUDED.failed
      """;

  private static final String SUM =
      """
      SELECT coalesce(sum(requests), 0)::bigint AS requests, coalesce(sum(failed), 0)::bigint AS failed
      FROM served_day WHERE partner_id = $1 AND environment = $2 AND day BETWEEN $3 AND $4
      """;

  private final SqlClient client;

  /// What was counted on some days.
  record Sum(long requests, long failed) {}

  /// @param client with the schema `platform` in its search path
  ServedStore(SqlClient client) {
    this.client = client;
  }

  /// Adds to a day, for each partner.
  Future<?> add(List<Some> some, LocalDate day) {
    // In one order, so that two nodes wait for each other and not in a circle.
    var all =
        some.stream()
            .sorted(Comparator.comparing(Some::partnerId).thenComparing(Some::environment))
            .toList();
    var tuple =
        Tuple.tuple()
            .addValue(all.stream().map(Some::partnerId).toArray(String[]::new))
            .addValue(all.stream().map(one -> one.environment().name()).toArray(String[]::new))
            .addValue(all.stream().map(Some::requests).toArray(Long[]::new))
            .addValue(all.stream().map(Some::failed).toArray(Long[]::new))
            .addValue(day);
    return client.preparedQuery(ADD).execute(tuple);
  }

  Future<Sum> sum(String partnerId, Environment environment, LocalDate first, LocalDate last) {
    return client
        .preparedQuery(SUM)
        .execute(Tuple.of(partnerId, environment.name(), first, last))
        .map(
            rows -> {
              var row = new Fields(rows.iterator().next());
              return new Sum(row.number("requests"), row.number("failed"));
            });
  }

  /// Forgets days before that of a time; returns how many rows.
  Future<Integer> prune(Instant before, int rowsMax) {
    return client
        .preparedQuery(
            "DELETE FROM served_day WHERE ctid IN (SELECT ctid FROM served_day"
                + " WHERE day < $1 ORDER BY day LIMIT $2 FOR UPDATE SKIP LOCKED)")
        .execute(Tuple.of(LocalDate.ofInstant(before, ZoneOffset.UTC), rowsMax))
        .map(rows -> rows.rowCount());
  }
}
