package africa.soko.ledger;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;

/// Forgets answers that are too old to be repeated.
public final class StoredAnswerStore {
  /// SPEC "Idempotency" 4.
  public static final Duration KEPT = Duration.ofHours(24);

  private static final String PRUNE =
      """
      DELETE FROM idempotency WHERE (partner_id, key_sha256) IN (
        SELECT partner_id, key_sha256 FROM idempotency
        WHERE created_at < $1 LIMIT $2 FOR UPDATE SKIP LOCKED)
      """;

  private final SqlClient client;

  public StoredAnswerStore(SqlClient client) {
    this.client = client;
  }

  /// Deletes up to `rowsMax` and says how many.
  public Future<Integer> prune(Instant before, int rowsMax) {
    return client
        .preparedQuery(PRUNE)
        .execute(Tuple.of(before.atOffset(ZoneOffset.UTC), rowsMax))
        .map(rows -> rows.rowCount());
  }
}
