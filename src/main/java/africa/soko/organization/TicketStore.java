package africa.soko.organization;

import africa.soko.edge.Page;
import africa.soko.platform.db.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reads the tables of tickets. They are written by commands.
final class TicketStore {
  private static final String ONE =
      "SELECT * FROM ticket WHERE ticket_id = $1 AND ($2::text IS NULL OR partner_id = $2)";

  private static final String MESSAGES =
      "SELECT * FROM ticket_message WHERE partner_id = $1 AND ticket_id = $2 ORDER BY message_id";

  private static final String PAGE =
      """
      SELECT * FROM ticket
      WHERE ($1::text IS NULL OR partner_id = $1) AND ($2::text IS NULL OR status = $2)
        AND ($3::text IS NULL OR ticket_id < $3)
      ORDER BY ticket_id DESC LIMIT $4
      """;

  private final SqlClient client;

  /// @param client whose connections look into the schema `platform`
  TicketStore(SqlClient client) {
    this.client = client;
  }

  /// @param partnerId null for any
  Future<Optional<Ticket>> find(@Nullable String partnerId, String ticketId) {
    return client
        .preparedQuery(ONE)
        .execute(Tuple.of(ticketId, partnerId))
        .map(rows -> Rows.first(rows, Ticket.TABLE::read));
  }

  /// In the order in which they were written.
  Future<List<Ticket.Message>> messages(Ticket ticket) {
    return client
        .preparedQuery(MESSAGES)
        .execute(Tuple.of(ticket.partnerId(), ticket.ticketId()))
        .map(rows -> Rows.map(rows, Ticket.Message.TABLE::read));
  }

  /// Those of one page, newest first, and one more if there are more.
  ///
  /// @param partnerId null for those of all
  Future<List<Ticket>> page(@Nullable String partnerId, Ticket.@Nullable Status status, Page page) {
    var tuple =
        Tuple.tuple()
            .addValue(partnerId)
            .addValue(status == null ? null : status.name())
            .addValue(page.after())
            .addValue(page.limit() + 1);
    return client
        .preparedQuery(PAGE)
        .execute(tuple)
        .map(rows -> Rows.map(rows, Ticket.TABLE::read));
  }
}
