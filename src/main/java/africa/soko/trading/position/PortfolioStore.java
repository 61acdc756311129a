package africa.soko.trading.position;

import africa.soko.platform.db.Fields;
import africa.soko.platform.db.Rows;
import africa.soko.platform.money.Usd;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Optional;

/// Reads of what an account holds.
public final class PortfolioStore {
  // One statement, so that a fill shows in the cash and in the holdings or in neither.
  private static final String ASSETS =
      """
      SELECT a.cash AS wallet, a.escrow, h.* FROM account a LEFT JOIN holding h
        ON h.partner_id = a.partner_id AND h.account_id = a.account_id AND h.quantity > 0
      WHERE a.partner_id = $1 AND a.account_id = $2
      ORDER BY h.symbol
      """;

  /// What an account has at one moment.
  record Assets(Usd cash, Usd escrow, List<Holding> holdings) {}

  private final Pool pool;

  public PortfolioStore(Pool pool) {
    this.pool = pool;
  }

  /// Nothing at all if there is no such account.
  Future<Assets> assets(String partnerId, String accountId) {
    return pool.preparedQuery(ASSETS)
        .execute(Tuple.of(partnerId, accountId))
        .map(
            rows ->
                new Assets(
                    Rows.first(rows, row -> row.usd("wallet")).orElse(Usd.ZERO),
                    Rows.first(rows, row -> row.usd("escrow")).orElse(Usd.ZERO),
                    Rows.map(rows, PortfolioStore::holding).stream()
                        .flatMap(Optional::stream)
                        .toList()));
  }

  private static Optional<Holding> holding(Fields row) {
    return row.maybeText("symbol") == null
        ? Optional.empty()
        : Optional.of(Holding.TABLE.read(row));
  }
}
