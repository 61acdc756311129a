package africa.soko.organization;

import africa.soko.platform.db.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.Optional;

/// Reads the table `organization_policy`.
final class PolicyStore {
  private static final String ONE = "SELECT * FROM organization_policy WHERE partner_id = $1";

  private final SqlClient client;

  /// @param client whose connections look into the schema `platform`
  PolicyStore(SqlClient client) {
    this.client = client;
  }

  Future<Optional<OrganizationPolicy>> find(String partnerId) {
    return client
        .preparedQuery(ONE)
        .execute(Tuple.of(partnerId))
        .map(rows -> Rows.first(rows, OrganizationPolicy.TABLE::read));
  }
}
