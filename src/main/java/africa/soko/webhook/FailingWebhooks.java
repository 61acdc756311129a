package africa.soko.webhook;

import africa.soko.edge.Answer;
import africa.soko.ledger.Command;
import africa.soko.platform.db.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.function.Function;

/// Has those endpoints disabled that have failed for too long. Any number of nodes may do it at the
/// same time.
final class FailingWebhooks {
  private static final String WORN_OUT =
      """
      SELECT partner_id, webhook_id FROM webhook
      WHERE status = 'ACTIVE' AND disable_at <= $1 ORDER BY disable_at LIMIT 100
      """;

  private final SqlClient client;
  private final Function<Command, Future<Answer>> ledger;

  /// @param ledger takes what is to be done
  FailingWebhooks(SqlClient client, Function<Command, Future<Answer>> ledger) {
    this.client = client;
    this.ledger = ledger;
  }

  /// Succeeds when the ledger has answered; what it did not do is found again.
  Future<?> disable(Instant now) {
    return client
        .preparedQuery(WORN_OUT)
        .execute(Tuple.of(now.atOffset(ZoneOffset.UTC)))
        .map(
            rows ->
                Rows.map(rows, f -> new DisableWebhook(f.text("partner_id"), f.text("webhook_id"))))
        .compose(found -> Future.join(found.stream().map(ledger).toList()));
  }
}
