package africa.soko.security;

import africa.soko.edge.Environment;
import africa.soko.platform.db.Fields;
import africa.soko.platform.db.Rows;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What is read of security policies, and the signatures that were seen.
final class SecurityStore {
  /// Longer than twice the longest time for which a signature is good.
  static final Duration SIGNATURES_KEPT = Duration.ofHours(1);

  // Of a signature that is known, the key that it came with first. An update of nothing, so that
  // who comes at the same moment waits and sees it.
  private static final String SEE =
      """
      INSERT INTO request_signature AS s (partner_id, environment, signature, key_sha256, seen_at)
      VALUES ($1, $2, $3, $4, $5)
      ON CONFLICT (partner_id, environment, signature) DO UPDATE SET seen_at = s.seen_at
      RETURNING xmax = 0 AS is_new, key_sha256
      """;

  private static final String AGEING =
      """
      SELECT partner_id, environment, key_id, masked_key, s.key_rotation_days,
        c.created_at + make_interval(days => s.key_rotation_days) AS ends
      FROM security_policy s JOIN credential c USING (partner_id, environment)
      WHERE s.key_rotation_days IS NOT NULL AND NOT c.token
        AND c.revoked_at IS NULL AND c.expires_at IS NULL
        AND c.created_at + make_interval(days => s.key_rotation_days) <= $1
        AND NOT EXISTS (
          SELECT FROM notice n WHERE n.partner_id = c.partner_id
            AND n.cause = 'KEY_ROTATION ' || c.key_id || ' ' || s.key_rotation_days)
      ORDER BY partner_id, key_id LIMIT $2
      """;

  private final SqlClient client;

  /// A key that is soon too old, or is by now.
  record AgeingKey(
      String partnerId,
      Environment environment,
      String keyId,
      String maskedKey,
      int days,
      Instant ends) {
    String cause() {
      return "KEY_ROTATION %s %d".formatted(keyId, days);
    }
  }

  /// @param client with the schema `platform` in its search path
  SecurityStore(SqlClient client) {
    this.client = client;
  }

  Future<Optional<SecurityPolicy>> find(String partnerId, Environment environment) {
    return client
        .preparedQuery("SELECT * FROM security_policy WHERE partner_id = $1 AND environment = $2")
        .execute(Tuple.of(partnerId, environment.name()))
        .map(rows -> Rows.map(rows, SecurityPolicy.TABLE::read).stream().findFirst());
  }

  /// Whether a change with this signature is the first, or is that one again.
  ///
  /// @param keyHash of its Idempotency-Key; null for a change that takes none, which has no again
  Future<Boolean> isGood(
      String partnerId,
      Environment environment,
      Buffer signature,
      @Nullable Buffer keyHash,
      Instant now) {
    var tuple =
        Tuple.of(partnerId, environment.name(), signature, keyHash, now.atOffset(ZoneOffset.UTC));
    return client
        .preparedQuery(SEE)
        .execute(tuple)
        .map(
            rows -> {
              var row = new Fields(rows.iterator().next());
              if (row.flag("is_new")) return true;
              return keyHash != null && keyHash.equals(row.maybeBytes("key_sha256"));
            });
  }

  /// Forgets signatures that were seen before a time; returns how many.
  Future<Integer> prune(Instant before, int rowsMax) {
    return client
        .preparedQuery(
            "DELETE FROM request_signature WHERE ctid IN (SELECT ctid FROM request_signature"
                + " WHERE seen_at < $1 ORDER BY seen_at LIMIT $2 FOR UPDATE SKIP LOCKED)")
        .execute(Tuple.of(before.atOffset(ZoneOffset.UTC), rowsMax))
        .map(rows -> rows.rowCount());
  }

  /// Keys that are too old at a time, and whose partner was not told yet.
  Future<List<AgeingKey>> ageing(Instant at, int keysMax) {
    return client
        .preparedQuery(AGEING)
        .execute(Tuple.of(at.atOffset(ZoneOffset.UTC), keysMax))
        .map(
            rows ->
                Rows.map(
                    rows,
                    row ->
                        new AgeingKey(
                            row.text("partner_id"),
                            row.constant("environment", Environment.class),
                            row.text("key_id"),
                            row.text("masked_key"),
                            row.integer("key_rotation_days"),
                            row.instant("ends"))));
  }
}
