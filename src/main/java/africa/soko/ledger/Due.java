package africa.soko.ledger;

import africa.soko.platform.db.Fields;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A kind of thing that becomes due: rows of a table whose time has come, and the command that does
/// it. The command has no effect the second time, so that any number of nodes may find the same
/// row.
///
/// The three questions are statements made from this description: what is due by the real time,
/// what is due of one partner by its own time, and when something of a partner is due next.
///
/// @param table whose rows wait; its rows belong to a `partner_id`
/// @param time the column that says when a row is due
/// @param condition SQL over the table that every waiting row meets; an index has it too
/// @param columns what the command has to know
/// @param gate rows that wait although their time has come, or null
public record Due<T>(
    String table,
    String time,
    String condition,
    List<String> columns,
    @Nullable Gate gate,
    Function<Fields, T> read,
    Act<T> act) {

  /// What is done with a row that is due.
  public interface Act<T> {
    Command command(T row, Instant now);
  }

  /// Lets only rows pass whose column has one of the values that hold at a moment.
  public record Gate(String column, Function<Instant, List<String>> open) {}

  /// What is due, the oldest first.
  public String allSql() {
    return sql("", gate == null ? "" : " AND %s = ANY($3)".formatted(gate.column()));
  }

  public Tuple all(Instant now, int limit) {
    var tuple = Tuple.of(now.atOffset(ZoneOffset.UTC), limit);
    return gate == null ? tuple : tuple.addValue(gate.open().apply(now).toArray(String[]::new));
  }

  /// What is due of one partner, the oldest first.
  public String partnerSql() {
    var gated = gate == null ? "" : " AND %s = ANY($4)".formatted(gate.column());
    return sql("partner_id = $3 AND ", gated);
  }

  public Tuple ofPartner(String partnerId, Instant now, int limit) {
    var tuple = Tuple.of(now.atOffset(ZoneOffset.UTC), limit, partnerId);
    return gate == null ? tuple : tuple.addValue(gate.open().apply(now).toArray(String[]::new));
  }

  /// When something of a partner is due next, after a moment.
  public String nextSql() {
    return "SELECT min(%s) AS next FROM %s WHERE partner_id = $1 AND %1$s > $2 AND %s"
        .formatted(time, table, condition);
  }

  private String sql(String whose, String gated) {
    return "SELECT %s FROM %s WHERE %s%s AND %s <= $1%s ORDER BY %5$s LIMIT $2"
        .formatted(String.join(", ", columns), table, whose, condition, time, gated);
  }
}
