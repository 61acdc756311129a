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

  private static final String WORN_OUT =
      """
      SELECT * FROM webhook
      WHERE status = 'ACTIVE' AND disable_at <= $1 ORDER BY disable_at LIMIT $2
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
    return query(WORN_OUT, Tuple.of(now.atOffset(ZoneOffset.UTC), limit));
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
