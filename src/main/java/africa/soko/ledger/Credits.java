package africa.soko.ledger;

import static java.util.stream.Collectors.joining;

import africa.soko.platform.db.Key;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/// Transfers into wallets that their commands did not need to see. What all accounts of a partner
/// pay into would otherwise be locked from the first statement of a batch to its last; so it is
/// locked for the last ones only, right before the event counter, and the entries are numbered
/// there.
final class Credits {
  // The wallet's row is locked by a statement of its own before this one, which so sees it as it
  // is. A wallet that is not there leaves the account of the credit empty, and that is refused.
  static final String INSERT =
      """
      WITH fresh AS (
        SELECT *, row_number() OVER earlier AS n, sum(amount) OVER earlier AS total
        FROM %1$s WITH ORDINALITY AS t(%2$s, place)
        WINDOW earlier AS (PARTITION BY partner_id, credit_account ORDER BY place)
      ), paid AS (
        SELECT partner_id, credit_account AS account_id, max(n) AS entries, max(total) AS amount
        FROM fresh GROUP BY 1, 2
      ), wallet AS (
        UPDATE account a SET cash = a.cash + p.amount, entries = a.entries + p.entries
        FROM paid p WHERE a.partner_id = p.partner_id AND a.account_id = p.account_id
        RETURNING a.partner_id, a.account_id, a.cash - p.amount AS cash,
                  a.entries - p.entries AS entries
      )
      INSERT INTO transfer (%2$s)
      SELECT %3$s
      FROM fresh f LEFT JOIN wallet w
        ON w.partner_id = f.partner_id AND w.account_id = f.credit_account
      """
          .formatted(
              Transfer.TABLE.unnest(),
              String.join(", ", Transfer.TABLE.columnNames()),
              Transfer.TABLE.columnNames().stream().map(Credits::value).collect(joining(", ")));

  private Credits() {}

  private static String value(String column) {
    return switch (column) {
      case "credit_account" -> "w.account_id";
      case "credit_entry" -> "w.entries + f.n";
      case "credit_balance_after" -> "w.cash + f.total";
      default -> "f." + column;
    };
  }

  /// The wallets in the order in which they are locked.
  static SortedSet<Key> wallets(List<Transfer> credits) {
    var keys = new TreeSet<Key>();
    for (var credit : credits) keys.add(Account.key(credit.partnerId(), credit.to().accountId()));
    return keys;
  }
}
