package africa.soko.ledger;

import static java.util.stream.Collectors.joining;

import africa.soko.platform.db.Key;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/// Postings into wallets that their commands did not need to see. What all accounts of a partner
/// pay into would otherwise be locked from the first statement of a batch to its last; so it is
/// locked for the last ones only, right before the event counter, and the entries are numbered
/// there.
final class Credits {
  // The wallet's row is locked by a statement of its own before this one, which so sees it as it
  // is. A wallet that is not there leaves the account of the posting empty, and that is refused.
  static final String INSERT =
      """
      WITH fresh AS (
        SELECT *, sum(late_entries) OVER earlier AS n, sum(late_amount) OVER earlier AS total
        FROM %1$s WITH ORDINALITY AS t(%2$s, late_entries, late_amount, place)
        WINDOW earlier AS (PARTITION BY partner_id, other_id ORDER BY place)
      ), paid AS (
        SELECT partner_id, other_id, max(n) AS entries, max(total) AS amount
        FROM fresh GROUP BY 1, 2
      ), wallet AS (
        UPDATE account a SET cash = a.cash + p.amount, entries = a.entries + p.entries
        FROM paid p WHERE a.partner_id = p.partner_id AND a.account_id = p.other_id
        RETURNING a.partner_id, a.account_id, a.cash - p.amount AS cash,
                  a.entries - p.entries AS entries
      )
      INSERT INTO posting (%2$s)
      SELECT %3$s
      FROM fresh f LEFT JOIN wallet w
        ON w.partner_id = f.partner_id AND w.account_id = f.other_id
      """
          .formatted(
              PostingRow.TABLE.unnest("integer[]", "bigint[]"),
              String.join(", ", PostingRow.TABLE.columnNames()),
              PostingRow.TABLE.columnNames().stream().map(Credits::value).collect(joining(", ")));

  private Credits() {}

  private static String value(String column) {
    return switch (column) {
      case "account_id" -> "CASE WHEN w.account_id IS NOT NULL THEN f.account_id END";
      case "other_entry" -> "w.entries + f.n";
      case "other_balance" -> "w.cash + f.total";
      default -> "f." + column;
    };
  }

  static Tuple tuple(List<PostingRow> credits) {
    return PostingRow.TABLE
        .insertTuple(credits)
        .addValue(credits.stream().map(row -> row.late().entries()).toArray(Integer[]::new))
        .addValue(credits.stream().map(row -> row.late().amount().micros()).toArray(Long[]::new));
  }

  /// The wallets in the order in which they are locked.
  static SortedSet<Key> wallets(List<PostingRow> credits) {
    var keys = new TreeSet<Key>();
    for (var credit : credits) keys.add(Account.key(credit.partnerId(), Account.MASTER));
    return keys;
  }
}
