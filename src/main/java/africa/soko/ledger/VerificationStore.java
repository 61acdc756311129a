package africa.soko.ledger;

import africa.soko.ledger.Verification.Counts;
import africa.soko.ledger.Verification.Finding;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// Proves the books of one environment: reads all of them at one moment and says what does not add
/// up. It changes nothing and may run beside the service.
///
/// Every check is a query for the rows that break it, as partner, subject and detail.
public final class VerificationStore {
  private static final String SNAPSHOT =
      "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY";

  private static final String COUNTS =
      """
      SELECT (SELECT count(DISTINCT partner_id) FROM account), (SELECT count(*) FROM account),
             (SELECT count(*) FROM transfer), (SELECT count(*) FROM orders),
             (SELECT count(*) FROM holding), (SELECT count(*) FROM event)
      """;

  // Both sides of every transfer, as entries of the pocket that each belongs to.
  private static final String SIDES =
      """
      WITH side AS (
        SELECT partner_id, transfer_id, debit_account AS account_id, debit_pocket AS pocket,
               -amount AS amount, debit_entry AS entry, debit_balance_after AS balance_after
        FROM transfer
        UNION ALL
        SELECT partner_id, transfer_id, credit_account, credit_pocket,
               amount, credit_entry, credit_balance_after
        FROM transfer)
      """;

  private static final List<Check> CHECKS =
      List.of(
          new Check(
              "every balance is the sum of its transfers",
              SIDES
                  + """
                  , kept AS (
                    SELECT partner_id, account_id, 'WALLET' AS pocket, cash AS balance FROM account
                    UNION ALL
                    SELECT partner_id, account_id, 'ESCROW', escrow FROM account
                  ), moved AS (
                    SELECT partner_id, account_id, pocket, sum(amount) AS balance
                    FROM side WHERE pocket IN ('WALLET', 'ESCROW') GROUP BY 1, 2, 3)
                  SELECT partner_id, account_id || ' ' || pocket,
                         format('holds %s, transfers say %s', kept.balance, moved.balance)
                  FROM kept FULL JOIN moved USING (partner_id, account_id, pocket)
                  WHERE kept.balance IS NULL OR kept.balance <> coalesce(moved.balance, 0)
                  """),
          new Check(
              "the entries of a wallet are numbered from 1 without gaps",
              SIDES
                  + """
                  , counted AS (
                    SELECT partner_id, account_id, count(*) AS entries,
                           count(entry) AS numbered, count(DISTINCT entry) AS numbers,
                           min(entry) AS first, max(entry) AS last
                    FROM side WHERE pocket = 'WALLET' GROUP BY 1, 2)
                  SELECT a.partner_id, a.account_id,
                         format('%s entries, %s numbers from %s to %s, the account says %s',
                                c.entries, c.numbers, c.first, c.last, a.entries)
                  FROM account a LEFT JOIN counted c USING (partner_id, account_id)
                  WHERE a.entries <> coalesce(c.entries, 0)
                     OR c.entries <> c.numbered OR c.entries <> c.numbers
                     OR c.first <> 1 OR c.last <> c.entries
                  """),
          new Check(
              "each entry has the balance after it",
              SIDES
                  + """
                  , running AS (
                    SELECT *, sum(amount) OVER (
                             PARTITION BY partner_id, account_id ORDER BY entry) AS balance
                    FROM side WHERE pocket = 'WALLET')
                  SELECT partner_id, transfer_id,
                         format('says %s, entries add up to %s', balance_after, balance)
                  FROM running WHERE balance_after IS DISTINCT FROM balance
                  """),
          new Check(
              "nothing is negative and every amount is whole cents",
              """
              SELECT partner_id, account_id, format('cash %s, escrow %s, unsettled %s',
                     cash, escrow, unsettled)
              FROM account WHERE cash < 0 OR escrow < 0 OR unsettled < 0
              UNION ALL
              SELECT partner_id, transfer_id, format('amount %s', amount)
              FROM transfer WHERE amount <= 0 OR amount % 10000 <> 0
              UNION ALL
              SELECT partner_id, holding_id, format('quantity %s, reserved %s, cost %s',
                     quantity, reserved, cost_basis)
              FROM holding WHERE reserved < 0 OR reserved > quantity OR cost_basis < 0
              """),
          new Check(
              "unsettled money is the proceeds of unsettled sales",
              """
              SELECT a.partner_id, a.account_id,
                     format('says %s, orders say %s', a.unsettled, coalesce(o.proceeds, 0))
              FROM account a
              LEFT JOIN (SELECT partner_id, account_id,
                                sum(gross - base_fee - markup_fee) AS proceeds
                         FROM orders WHERE side = 'SELL' AND settlement_status = 'UNSETTLED'
                         GROUP BY 1, 2) o USING (partner_id, account_id)
              WHERE a.unsettled <> coalesce(o.proceeds, 0)
              """),
          new Check(
              "escrow is what open orders keep back",
              """
              SELECT a.partner_id, a.account_id,
                     format('says %s, orders say %s', a.escrow, coalesce(o.escrow, 0))
              FROM account a
              LEFT JOIN (SELECT partner_id, account_id, sum(escrow_gross + escrow_fee) AS escrow
                         FROM orders WHERE status IN ('PENDING', 'WORKING', 'PARTIALLY_FILLED')
                         GROUP BY 1, 2) o USING (partner_id, account_id)
              WHERE a.escrow <> coalesce(o.escrow, 0)
              """),
          new Check(
              "a closed order keeps nothing back",
              """
              SELECT partner_id, order_id,
                     format('%s: escrow %s, reserved %s', status, escrow_gross + escrow_fee, reserved)
              FROM orders
              WHERE status NOT IN ('PENDING', 'WORKING', 'PARTIALLY_FILLED')
                AND (escrow_gross <> 0 OR escrow_fee <> 0 OR reserved <> 0)
              """),
          new Check(
              "a holding is its open lots, in units and in cost",
              """
              SELECT partner_id, account_id || ' ' || symbol,
                     format('%s units for %s, lots say %s for %s',
                            h.quantity, h.cost_basis, l.quantity, l.cost)
              FROM (SELECT * FROM holding WHERE quantity <> 0 OR cost_basis <> 0) h
              FULL JOIN (SELECT partner_id, account_id, symbol,
                                sum(remaining_quantity) AS quantity, sum(remaining_cost) AS cost
                         FROM lot GROUP BY 1, 2, 3
                         HAVING sum(remaining_quantity) <> 0 OR sum(remaining_cost) <> 0) l
                USING (partner_id, account_id, symbol)
              WHERE h.quantity IS DISTINCT FROM l.quantity OR h.cost_basis IS DISTINCT FROM l.cost
              """),
          new Check(
              "a holding is what was bought less what was sold",
              """
              SELECT partner_id, account_id || ' ' || symbol,
                     format('%s units, fills say %s', h.quantity, o.quantity)
              FROM (SELECT * FROM holding WHERE quantity <> 0) h
              FULL JOIN (SELECT partner_id, account_id, symbol,
                                sum(CASE side WHEN 'BUY' THEN filled_quantity
                                              ELSE -filled_quantity END) AS quantity
                         FROM orders WHERE settlement_status IS DISTINCT FROM 'FAILED'
                         GROUP BY 1, 2, 3
                         HAVING sum(CASE side WHEN 'BUY' THEN filled_quantity
                                              ELSE -filled_quantity END) <> 0) o
                USING (partner_id, account_id, symbol)
              WHERE h.quantity IS DISTINCT FROM o.quantity
              """),
          new Check(
              "what an order sold is matched with lots",
              """
              SELECT o.partner_id, o.order_id,
                     format('sold %s, matched %s', o.filled_quantity, coalesce(d.quantity, 0))
              FROM (SELECT partner_id, order_id, CASE settlement_status WHEN 'FAILED' THEN 0
                           ELSE filled_quantity END AS filled_quantity
                    FROM orders WHERE side = 'SELL') o
              FULL JOIN (SELECT partner_id, order_id, sum(quantity) AS quantity
                         FROM disposal WHERE NOT reversed GROUP BY 1, 2) d
                USING (partner_id, order_id)
              WHERE coalesce(o.filled_quantity, 0) <> coalesce(d.quantity, 0)
              """),
          new Check(
              "reserved units are what open sales keep back",
              """
              SELECT partner_id, account_id || ' ' || symbol,
                     format('says %s, orders say %s', h.reserved, o.reserved)
              FROM (SELECT * FROM holding WHERE reserved <> 0) h
              FULL JOIN (SELECT partner_id, account_id, symbol, sum(reserved) AS reserved
                         FROM orders
                         WHERE side = 'SELL' AND status IN ('PENDING', 'WORKING', 'PARTIALLY_FILLED')
                         GROUP BY 1, 2, 3 HAVING sum(reserved) <> 0) o
                USING (partner_id, account_id, symbol)
              WHERE h.reserved IS DISTINCT FROM o.reserved
              """),
          new Check(
              "events are numbered without gaps up to the counter",
              """
              SELECT partner_id, 'events', format('%s events from %s to %s, the counter says %s',
                     e.events, e.first, e.last, c.last)
              FROM (SELECT partner_id, count(*) AS events, min(sequence) AS first,
                           max(sequence) AS last
                    FROM event GROUP BY 1) e
              LEFT JOIN event_counter c USING (partner_id)
              WHERE e.last IS DISTINCT FROM c.last OR e.events <> e.last - e.first + 1
                 OR e.first < 1
              """),
          new Check(
              "a quote is used by one order at most, and a used one by exactly one",
              """
              SELECT partner_id, quote_id, format('%s, orders %s', q.state, coalesce(o.orders, 0))
              FROM quote q
              FULL JOIN (SELECT partner_id, quote_id, count(*) AS orders
                         FROM orders WHERE quote_id IS NOT NULL GROUP BY 1, 2) o
                USING (partner_id, quote_id)
              WHERE o.orders > 1
                 OR q.state IS NOT NULL
                    AND coalesce(o.orders, 0) <> CASE q.state WHEN 'USED' THEN 1 ELSE 0 END
              """),
          new Check(
              "an order has its reports from 1 on",
              """
              SELECT partner_id, order_id, format('%s reports from %s to %s, the order says %s',
                     r.reports, r.first, r.last, o.report_count)
              FROM orders o
              FULL JOIN (SELECT partner_id, order_id, count(*) AS reports,
                                min(sequence) AS first, max(sequence) AS last
                         FROM execution_report GROUP BY 1, 2) r USING (partner_id, order_id)
              WHERE o.report_count IS NULL OR o.report_count <> coalesce(r.reports, 0)
                 OR r.first <> 1 OR r.last <> r.reports
              """),
          new Check(
              "every sub-account has its account, and the other way round",
              """
              SELECT coalesce(s.partner_id, a.partner_id), coalesce(s.sub_account_id, a.account_id),
                     'has only one of the two rows'
              FROM sub_account s
              FULL JOIN (SELECT * FROM account WHERE account_id <> 'master') a
                ON a.partner_id = s.partner_id AND a.account_id = s.sub_account_id
              WHERE s.sub_account_id IS NULL OR a.account_id IS NULL
              """));

  private final Pool pool;

  /// What must hold, and the query for what breaks it.
  private record Check(String name, String violations) {}

  /// @param pool whose connections look into the schema of the environment
  public VerificationStore(Pool pool) {
    this.pool = pool;
  }

  /// The names of all checks.
  static List<String> checks() {
    return CHECKS.stream().map(Check::name).toList();
  }

  public Future<Verification> verify() {
    return pool.withTransaction(VerificationStore::verify).map(Objects::requireNonNull);
  }

  private static Future<Verification> verify(SqlConnection connection) {
    return connection
        .query(SNAPSHOT)
        .execute()
        .compose(_ -> findings(connection))
        .compose(
            findings ->
                connection
                    .query(COUNTS)
                    .execute()
                    .map(rows -> new Verification(findings, counts(rows))));
  }

  /// What breaks the rules, as one connection sees it.
  static Future<List<Finding>> findings(SqlConnection connection) {
    var findings = new ArrayList<Finding>();
    Future<?> done = Future.succeededFuture();
    for (var check : CHECKS) done = done.compose(_ -> run(connection, check, findings));
    return done.map(_ -> List.copyOf(findings));
  }

  private static Future<?> run(SqlConnection connection, Check check, List<Finding> findings) {
    return connection
        .query(check.violations())
        .execute()
        .onSuccess(rows -> rows.forEach(row -> findings.add(finding(check, row))));
  }

  private static Finding finding(Check check, Row row) {
    return new Finding(check.name(), row.getString(0), row.getString(1), row.getString(2));
  }

  private static Counts counts(RowSet<Row> rows) {
    var row = rows.iterator().next();
    return new Counts(
        row.getLong(0),
        row.getLong(1),
        row.getLong(2),
        row.getLong(3),
        row.getLong(4),
        row.getLong(5));
  }
}
