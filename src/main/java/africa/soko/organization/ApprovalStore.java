package africa.soko.organization;

import africa.soko.edge.Environment;
import africa.soko.edge.Page;
import africa.soko.platform.db.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reads the table `approval`, and forgets what is sealed in it. What else changes it is a command
/// of the ledger.
final class ApprovalStore {
  private static final String ONE =
      "SELECT * FROM approval WHERE partner_id = $1 AND environment = $2 AND approval_id = $3";

  private static final String PAGE =
      """
      SELECT * FROM approval
      WHERE partner_id = $1 AND environment = $2
        AND ($3::text IS NULL OR $3 = CASE
          WHEN status = 'PENDING' AND lapses_at <= $4 THEN 'LAPSED' ELSE status END)
        AND ($5::text IS NULL OR approval_id < $5)
      ORDER BY approval_id DESC LIMIT $6
      """;

  private static final String ERASE =
      """
      UPDATE approval SET request = NULL,
        result = CASE WHEN secret THEN NULL ELSE result END,
        status = CASE status WHEN 'PENDING' THEN 'LAPSED' ELSE status END
      WHERE (partner_id, approval_id) IN (
        SELECT partner_id, approval_id FROM approval
        WHERE lapses_at <= $1 AND (request IS NOT NULL OR secret AND result IS NOT NULL)
        LIMIT $2)
      """;

  private final SqlClient client;

  /// @param client whose connections look into the schema `platform`
  ApprovalStore(SqlClient client) {
    this.client = client;
  }

  Future<Optional<Approval>> find(String partnerId, Environment environment, String approvalId) {
    return client
        .preparedQuery(ONE)
        .execute(Tuple.of(partnerId, environment.name(), approvalId))
        .map(rows -> Rows.first(rows, Approval.TABLE::read));
  }

  /// Those of one page, newest first, and one more if there are more.
  Future<List<Approval>> page(
      String partnerId,
      Environment environment,
      Approval.@Nullable Status status,
      Page page,
      Instant now) {
    var tuple =
        Tuple.tuple()
            .addValue(partnerId)
            .addValue(environment.name())
            .addValue(status == null ? null : status.name())
            .addValue(now.atOffset(ZoneOffset.UTC))
            .addValue(page.after())
            .addValue(page.limit() + 1);
    return client
        .preparedQuery(PAGE)
        .execute(tuple)
        .map(rows -> Rows.map(rows, Approval.TABLE::read));
  }

  /// Erases what is sealed of those that had lapsed by the given time; returns how many.
  Future<Integer> erase(Instant before, int rowsMax) {
    return client
        .preparedQuery(ERASE)
        .execute(Tuple.of(before.atOffset(ZoneOffset.UTC), rowsMax))
        .map(rows -> rows.rowCount());
  }
}
