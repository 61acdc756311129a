package africa.soko.audit;

import africa.soko.audit.AuditEntry.Row;
import africa.soko.edge.Asked;
import africa.soko.platform.db.Fields;
import africa.soko.platform.db.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The audit log of one schema: adds to it, and reads it back, the newest entry first. What one
/// look reads is bounded, however long the log is and however rare what is looked for.
public final class AuditStore {
  /// How many entries one look goes through.
  private static final int ENTRIES_MAX = 10_000;

  private static final String APPEND = "SELECT audit_append($1, $2, $3, $4, $5, $6, $7)";

  private static final String UPKEEP = "SELECT audit_upkeep($1)";

  private static final String SPAN =
      """
      SELECT (SELECT min(sequence) FROM audit WHERE chain = $1) AS oldest,
             (SELECT sequence FROM audit_head WHERE chain = $1) AS last
      """;

  // Time goes with the numbers, so the place of a time is found by halving.
  private static final String FIRST_SINCE =
      """
      WITH RECURSIVE search AS (
        SELECT $3::bigint AS low, $4::bigint + 1 AS high
        UNION ALL
        SELECT CASE WHEN e.at < $2 THEN m.middle + 1 ELSE low END,
               CASE WHEN e.at < $2 THEN high ELSE m.middle END
        FROM search
        CROSS JOIN LATERAL (SELECT (low + high) / 2 AS middle) AS m
        CROSS JOIN LATERAL (SELECT at FROM audit WHERE chain = $1 AND sequence = m.middle) AS e
        WHERE low < high
      )
      SELECT max(low) AS sequence FROM search
      """;

  private static final String BACK =
      """
      SELECT * FROM audit
      WHERE chain = $1 AND sequence < $2 AND sequence >= $3
        AND ($4::text IS NULL OR actor = $4)
        AND ($5::text IS NULL OR action = $5)
        AND ($6::text IS NULL OR request_id = $6)
      ORDER BY sequence DESC LIMIT $7
      """;

  private static final String FORTH =
      """
      SELECT * FROM audit WHERE chain = $1 AND sequence > $2 ORDER BY sequence LIMIT $3
      """;

  private static final String CHAINS =
      """
      SELECT chain, h.sequence, h.hash, coalesce(c.sequence, 0) AS cut_sequence,
             coalesce(c.hash, audit_genesis(chain)) AS cut_hash
      FROM audit_head h LEFT JOIN audit_cut c USING (chain) ORDER BY chain
      """;

  private final SqlClient client;

  /// What is looked for; null is any.
  ///
  /// @param since not before
  /// @param until before
  public record Terms(
      @Nullable String actor,
      @Nullable String action,
      @Nullable String requestId,
      @Nullable Instant since,
      @Nullable Instant until) {}

  /// What one look has found.
  ///
  /// @param goesOnBefore where the next look begins if this one ended before the log did, or null
  public record Found(List<Row> entries, @Nullable Long goesOnBefore) {}

  /// A chain from where it is kept to where it ends.
  @SuppressWarnings("ArrayRecordComponent") // its parts alone are compared
  record Chain(String name, long sequence, byte[] hash, long cutSequence, byte[] cutHash) {}

  private record Span(long oldest, long last) {}

  /// @param client whose connections look into the schema
  public AuditStore(SqlClient client) {
    this.client = client;
  }

  /// Numbers and writes entries in the order given. It locks their chains until COMMIT, and is
  /// therefore the last that a transaction does, after the events.
  public static Future<?> append(SqlClient client, List<AuditEntry> entries) {
    var sorted = entries.stream().sorted(Comparator.comparing(AuditEntry::chain)).toList();
    var tuple =
        Tuple.tuple()
            .addValue(column(sorted, AuditEntry::chain))
            .addValue(column(sorted, AuditEntry::actor))
            .addValue(column(sorted, entry -> entry.asked().action()))
            .addValue(column(sorted, entry -> entry.asked().target()))
            .addValue(column(sorted, entry -> entry.asked().source()))
            .addValue(column(sorted, AuditEntry::requestId))
            .addValue(sorted.stream().map(AuditEntry::status).toArray(Integer[]::new));
    return client.preparedQuery(APPEND).execute(tuple);
  }

  /// Makes the tables of this year and the next, and drops those of years that ended so long ago.
  public Future<?> keep(int years) {
    return client.preparedQuery(UPKEEP).execute(Tuple.of(years));
  }

  /// The entries before a number that are looked for.
  public Future<Found> before(String chain, long before, Terms terms, int wanted) {
    return client
        .preparedQuery(SPAN)
        .execute(Tuple.of(chain))
        .map(rows -> span(new Fields(rows.iterator().next())))
        .compose(
            span -> {
              var first = firstSince(chain, span, terms.since(), span.oldest);
              var end = firstSince(chain, span, terms.until(), span.last + 1);
              return Future.all(first, end)
                  .compose(
                      _ -> {
                        var high = Math.min(before, end.result());
                        var low = Math.max(first.result(), high - ENTRIES_MAX);
                        return back(chain, high, low, terms, wanted)
                            .map(found -> new Found(found, low > first.result() ? low : null));
                      });
            });
  }

  /// The next entries after a number, the oldest first.
  Future<List<Row>> after(String chain, long sequence, int wanted) {
    return client
        .preparedQuery(FORTH)
        .execute(Tuple.of(chain, sequence, wanted))
        .map(rows -> Rows.map(rows, AuditStore::row));
  }

  Future<List<Chain>> chains() {
    return client.preparedQuery(CHAINS).execute().map(rows -> Rows.map(rows, AuditStore::chain));
  }

  private Future<List<Row>> back(String chain, long before, long low, Terms terms, int wanted) {
    var tuple =
        Tuple.of(chain, before, low, terms.actor(), terms.action(), terms.requestId())
            .addInteger(wanted);
    return client.preparedQuery(BACK).execute(tuple).map(rows -> Rows.map(rows, AuditStore::row));
  }

  private Future<Long> firstSince(String chain, Span span, @Nullable Instant time, long otherwise) {
    if (time == null) return Future.succeededFuture(otherwise);
    OffsetDateTime utc = time.atOffset(ZoneOffset.UTC);
    return client
        .preparedQuery(FIRST_SINCE)
        .execute(Tuple.of(chain, utc, span.oldest, span.last))
        .map(rows -> rows.iterator().next().getLong("sequence"));
  }

  /// Of a chain without entries, nothing lies between the two.
  private static Span span(Fields f) {
    var oldest = f.row().getLong("oldest");
    return oldest == null ? new Span(1, 0) : new Span(oldest, f.number("last"));
  }

  private static Chain chain(Fields f) {
    return new Chain(
        f.text("chain"),
        f.number("sequence"),
        f.bytes("hash").getBytes(),
        f.number("cut_sequence"),
        f.bytes("cut_hash").getBytes());
  }

  private static Row row(Fields f) {
    var asked = new Asked(f.text("action"), f.text("target"), f.text("source"));
    var entry =
        new AuditEntry(
            f.text("chain"), f.text("actor"), asked, f.text("request_id"), f.integer("status"));
    return new Row(entry, f.number("sequence"), f.instant("at"), f.bytes("hash").getBytes());
  }

  private static String[] column(List<AuditEntry> entries, Function<AuditEntry, String> get) {
    return entries.stream().map(get).toArray(String[]::new);
  }
}
