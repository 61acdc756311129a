package africa.soko.testing;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// What a query reads, as PostgreSQL counts it, with a plan that knows nothing of the values: the
/// one that a prepared statement may end up with.
///
/// @param rows that it returns
/// @param buffers pages of tables and indexes that it looks at, each as often as it does
public record QueryCost(long rows, long buffers) {

  public static QueryCost of(Pool pool, String sql, Tuple values) {
    var literals =
        IntStream.range(0, values.size())
            .mapToObj(i -> literal(values.getValue(i)))
            .collect(Collectors.joining(", "));
    return pool.withConnection(
            connection ->
                connection
                    .query("SET plan_cache_mode = force_generic_plan")
                    .execute()
                    .compose(_ -> connection.query("PREPARE asked AS " + sql).execute())
                    .compose(_ -> explained(connection, literals))
                    .eventually(() -> connection.query("DEALLOCATE ALL; RESET ALL").execute()))
        .toCompletionStage()
        .toCompletableFuture()
        .join();
  }

  private static Future<QueryCost> explained(SqlConnection connection, String literals) {
    return connection
        .query("EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) EXECUTE asked (%s)".formatted(literals))
        .execute()
        .map(rows -> read(Reply.read(rows.iterator().next().getValue(0).toString())));
  }

  private static QueryCost read(JsonNode explained) {
    var plan = explained.path(0).path("Plan");
    return new QueryCost(
        plan.path("Actual Rows").asLong(),
        plan.path("Shared Hit Blocks").asLong() + plan.path("Shared Read Blocks").asLong());
  }

  private static String literal(Object value) {
    return value instanceof Number ? value.toString() : "'" + value + "'";
  }
}
