package africa.soko.trading.position;

import africa.soko.platform.db.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Tuple;
import java.util.List;

/// Reads of what an account holds.
public final class PortfolioStore {
  private static final String HOLDINGS =
      """
      SELECT * FROM holding WHERE partner_id = $1 AND account_id = $2 AND quantity > 0
      ORDER BY symbol
      """;

  private final Pool pool;

  public PortfolioStore(Pool pool) {
    this.pool = pool;
  }

  public Future<List<Holding>> holdings(String partnerId, String accountId) {
    return pool.preparedQuery(HOLDINGS)
        .execute(Tuple.of(partnerId, accountId))
        .map(rows -> Rows.map(rows, Holding.TABLE::read));
  }
}
