package africa.soko.ledger;

import africa.soko.edge.Idempotency;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HexFormat;

/// The answers that are kept for repeats.
public final class StoredAnswerStore {
  /// SPEC "Idempotency" 4.
  public static final Duration KEPT = Duration.ofHours(24);

  private static final String PRUNE =
      """
      DELETE FROM idempotency WHERE (partner_id, key_sha256) IN (
        SELECT partner_id, key_sha256 FROM idempotency
        WHERE created_at < $1 LIMIT $2 FOR UPDATE SKIP LOCKED)
      """;

  private static final String USED =
      "SELECT FROM idempotency WHERE partner_id = $1 AND key_sha256 = $2";

  private final SqlClient client;

  public StoredAnswerStore(SqlClient client) {
    this.client = client;
  }

  /// Whether a change was answered under this key. It is for those who must know before they do
  /// what no rollback undoes; the ledger itself looks under a lock.
  public Future<Boolean> isUsed(String partnerId, Idempotency idempotency) {
    var hash = HexFormat.of().formatHex(idempotency.keyHash().getBytes());
    return client
        .preparedQuery(USED)
        .execute(Tuple.of(partnerId, hash))
        .map(rows -> rows.size() > 0);
  }

  /// Deletes up to `rowsMax` and says how many.
  public Future<Integer> prune(Instant before, int rowsMax) {
    return client
        .preparedQuery(PRUNE)
        .execute(Tuple.of(before.atOffset(ZoneOffset.UTC), rowsMax))
        .map(rows -> rows.rowCount());
  }
}
