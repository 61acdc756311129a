package africa.soko.oversight;

import africa.soko.oversight.RefusalCounts.Counted;
import africa.soko.platform.db.Fields;
import africa.soko.platform.db.Rows;
import africa.soko.platform.id.Ids;
import africa.soko.platform.id.Ulid;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// The list of refused credentials.
final class RefusalStore {
  private static final String ADD = "SELECT audit_refuse($1, $2, $3, $4, $5)";

  private static final String PAGE =
      """
      SELECT * FROM audit_refusal
      WHERE ($1::text IS NULL OR id < $1) AND ($2::text IS NULL OR id >= $2)
        AND ($3::text IS NULL OR id < $3)
      ORDER BY id DESC LIMIT $4
      """;

  private final SqlClient client;
  private final Ids ids;

  record Listed(String id, Instant at, String place, String source, String reason, long count) {}

  /// @param client whose connections look into the schema `platform`
  RefusalStore(SqlClient client, Ids ids) {
    this.client = client;
    this.ids = ids;
  }

  Future<?> add(List<Counted> counted) {
    if (counted.isEmpty()) return Future.succeededFuture();
    var first = ids.next();
    var tuple =
        Tuple.tuple()
            .addValue(
                IntStream.range(0, counted.size())
                    .mapToObj(i -> first.plus(i).toString())
                    .toArray(String[]::new))
            .addValue(column(counted, one -> one.refusal().place()))
            .addValue(column(counted, one -> one.refusal().source()))
            .addValue(column(counted, one -> one.refusal().reason()))
            .addValue(counted.stream().map(Counted::count).toArray(Long[]::new));
    return client.preparedQuery(ADD).execute(tuple);
  }

  /// The newest first, after a row of the page before.
  Future<List<Listed>> page(
      @Nullable String after, @Nullable Instant since, @Nullable Instant until, int wanted) {
    var tuple = Tuple.of(after, id(since), id(until), wanted);
    return client
        .preparedQuery(PAGE)
        .execute(tuple)
        .map(rows -> Rows.map(rows, RefusalStore::listed));
  }

  /// The first id of a moment.
  private static @Nullable String id(@Nullable Instant time) {
    return time == null ? null : new Ulid(time.toEpochMilli(), 0, 0).toString();
  }

  private static Listed listed(Fields f) {
    return new Listed(
        f.text("id"),
        f.instant("minute"),
        f.text("place"),
        f.text("source"),
        f.text("reason"),
        f.number("count"));
  }

  private static String[] column(List<Counted> counted, Function<Counted, String> get) {
    return counted.stream().map(get).toArray(String[]::new);
  }
}
