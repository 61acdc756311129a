package africa.soko.trading.quote;

import africa.soko.ledger.Due;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;

/// What is asked of quotes besides the ledger.
public final class QuoteStore {
  /// A quote reaches its time unused.
  public static final Due<ExpireQuote> EXPIRING =
      new Due<>(
          "quote",
          "expires_at",
          "state = 'ISSUED'",
          List.of("partner_id", "quote_id"),
          null,
          row -> new ExpireQuote(row.text("partner_id"), row.text("quote_id")),
          (command, _) -> command);

  private static final String PRUNE =
      """
      DELETE FROM quote WHERE (partner_id, quote_id) IN (
        SELECT partner_id, quote_id FROM quote
        WHERE state <> 'ISSUED' AND expires_at < $1 LIMIT $2 FOR UPDATE SKIP LOCKED)
      """;

  private final Pool pool;

  public QuoteStore(Pool pool) {
    this.pool = pool;
  }

  /// Deletes quotes that need not be told apart from unknown ones any more.
  public Future<Integer> prune(Instant before, int rowsMax) {
    return pool.preparedQuery(PRUNE)
        .execute(Tuple.of(before.atOffset(ZoneOffset.UTC), rowsMax))
        .map(RowSet::rowCount);
  }
}
