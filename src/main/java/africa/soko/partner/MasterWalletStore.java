package africa.soko.partner;

import africa.soko.ledger.Account;
import africa.soko.platform.db.Fields;
import africa.soko.platform.money.Usd;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.Optional;

/// Reads the balance of a partner's own wallet in one environment.
public final class MasterWalletStore {
  private static final String BALANCE =
      "SELECT cash FROM account WHERE partner_id = $1 AND account_id = $2";

  private final SqlClient client;

  /// @param client whose connections look into the schema of the environment
  public MasterWalletStore(SqlClient client) {
    this.client = client;
  }

  /// Empty if the partner has no books here.
  public Future<Optional<Usd>> balance(String partnerId) {
    return client
        .preparedQuery(BALANCE)
        .execute(Tuple.of(partnerId, Account.MASTER))
        .map(rows -> rows.stream().findFirst().map(row -> new Fields(row).usd("cash")));
  }
}
