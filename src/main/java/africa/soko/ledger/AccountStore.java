package africa.soko.ledger;

import africa.soko.platform.db.Rows;
import africa.soko.platform.money.Usd;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.Optional;

/// Reads accounts as they are stored.
public final class AccountStore {
  private static final String ONE =
      "SELECT * FROM account WHERE partner_id = $1 AND account_id = $2";

  private final SqlClient client;

  /// @param client whose connections look into the schema of one environment
  public AccountStore(SqlClient client) {
    this.client = client;
  }

  /// Empty if there is no such account.
  public Future<Optional<Account>> find(String partnerId, String accountId) {
    return client
        .preparedQuery(ONE)
        .execute(Tuple.of(partnerId, accountId))
        .map(rows -> Rows.first(rows, Account.TABLE::read));
  }

  /// The wallet balance; empty if there is no such account.
  public Future<Optional<Usd>> cash(String partnerId, String accountId) {
    return find(partnerId, accountId).map(found -> found.map(a -> a.balances().cash()));
  }
}
