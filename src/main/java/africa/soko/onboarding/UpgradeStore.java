package africa.soko.onboarding;

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

/// Reads the table `upgrade_request`, and forgets the texts of keys. What else changes it is a
/// command of the ledger.
final class UpgradeStore {
  private static final String LAST =
      """
      SELECT r.*, c.last_used_at IS NOT NULL OR c.revoked_at IS NOT NULL AS used
      FROM upgrade_request r
      LEFT JOIN credential c ON c.partner_id = r.partner_id AND c.key_id = r.key_id
      WHERE r.partner_id = $1 AND ($2::text IS NULL OR r.type = $2)
      ORDER BY r.submitted_at DESC LIMIT 1
      """;

  private static final String ONE = "SELECT * FROM upgrade_request WHERE request_id = $1";

  private static final String PAGE =
      """
      SELECT * FROM upgrade_request
      WHERE ($1::text IS NULL OR request_id < $1) AND ($2::text IS NULL OR status = $2)
      ORDER BY request_id DESC LIMIT $3
      """;

  private static final String ERASE =
      """
      UPDATE upgrade_request r SET sealed_key = NULL WHERE sealed_key IS NOT NULL AND request_id IN (
        SELECT request_id FROM upgrade_request r
        LEFT JOIN credential c ON c.partner_id = r.partner_id AND c.key_id = r.key_id
        WHERE sealed_key IS NOT NULL
          AND (decided_at < $1 OR c.last_used_at IS NOT NULL OR c.revoked_at IS NOT NULL)
        LIMIT $2)
      """;

  private final SqlClient client;

  /// @param isUsed whether the key that it led to was used, or revoked
  record Last(UpgradeRequest request, boolean isUsed) {}

  /// @param client whose connections look into the schema `platform`
  UpgradeStore(SqlClient client) {
    this.client = client;
  }

  /// @param type null for either
  Future<Optional<Last>> last(String partnerId, @Nullable UpgradeType type) {
    return client
        .preparedQuery(LAST)
        .execute(Tuple.of(partnerId, type == null ? null : type.word()))
        .map(rows -> Rows.first(rows, f -> new Last(UpgradeRequest.TABLE.read(f), f.flag("used"))));
  }

  Future<Optional<UpgradeRequest>> find(String requestId) {
    return client
        .preparedQuery(ONE)
        .execute(Tuple.of(requestId))
        .map(rows -> Rows.first(rows, UpgradeRequest.TABLE::read));
  }

  Future<List<UpgradeRequest>> page(Page page, @Nullable Review status) {
    return client
        .preparedQuery(PAGE)
        .execute(Tuple.of(page.after(), status == null ? null : status.name(), page.limit() + 1))
        .map(rows -> Rows.map(rows, UpgradeRequest.TABLE::read));
  }

  /// Erases the texts of keys that were used, or made before the given time; returns how many.
  Future<Integer> erase(Instant before, int rowsMax) {
    return client
        .preparedQuery(ERASE)
        .execute(Tuple.of(before.atOffset(ZoneOffset.UTC), rowsMax))
        .map(rows -> rows.rowCount());
  }
}
