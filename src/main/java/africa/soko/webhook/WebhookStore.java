package africa.soko.webhook;

import africa.soko.platform.db.Fields;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;

/// Reads the webhooks of one environment. They are written by commands.
final class WebhookStore {
  private static final String LIST =
      "SELECT * FROM webhook WHERE partner_id = $1 AND status <> 'DELETED' ORDER BY webhook_id";

  private static final String FIND =
      "SELECT * FROM webhook WHERE partner_id = $1 AND webhook_id = $2 AND status <> 'DELETED'";

  // One that failed long ago and has heard nothing since is not worn out: it has failed more often
  // than one event can, and again after its time was over.
  private static final String WORN_OUT =
      """
      SELECT w.* FROM webhook w
      CROSS JOIN LATERAL (
        SELECT count(*) AS failed, max(newest.attempted_at) AS last
        FROM (
          SELECT attempted_at FROM delivery_attempt a
          WHERE a.partner_id = w.partner_id AND a.webhook_id = w.webhook_id AND NOT a.success
          ORDER BY a.attempt_id DESC LIMIT $3
        ) AS newest
        WHERE newest.attempted_at >= w.disable_at - interval '1 second' * $4::bigint
      ) AS a
      WHERE w.status = 'ACTIVE' AND w.disable_at <= $1 AND a.failed = $3 AND a.last >= w.disable_at
      ORDER BY w.disable_at LIMIT $2
      """;

  private final SqlClient client;

  WebhookStore(SqlClient client) {
    this.client = client;
  }

  /// Oldest first.
  Future<List<Webhook>> list(String partnerId) {
    return query(LIST, Tuple.of(partnerId));
  }

  Future<Optional<Webhook>> find(String partnerId, String webhookId) {
    return query(FIND, Tuple.of(partnerId, webhookId)).map(found -> found.stream().findFirst());
  }

  /// Those of all partners that have failed for too long.
  Future<List<Webhook>> wornOut(Instant now, int limit) {
    return query(
        WORN_OUT,
        Tuple.of(now.atOffset(ZoneOffset.UTC), limit, Webhook.FAILURES_MIN)
            .addLong(Webhook.FAILING_MAX.toSeconds()));
  }

  private Future<List<Webhook>> query(String sql, Tuple tuple) {
    return client
        .preparedQuery(sql)
        .execute(tuple)
        .map(
            rows ->
                StreamSupport.stream(rows.spliterator(), false)
                    .map(row -> Webhook.TABLE.read(new Fields(row)))
                    .toList());
  }
}
