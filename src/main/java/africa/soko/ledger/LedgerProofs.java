package africa.soko.ledger;

import java.util.List;

/// What holds of accounts, postings and the numbers of events, which the ledger alone writes.
public final class LedgerProofs {
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

  public static final List<Proof> PROOFS =
      List.of(
          new Proof(
              "every balance is the sum of its transfers",
              SIDES
                  + """
                  , kept AS (
                    SELECT partner_id, account_id, 'W' AS pocket, cash AS balance FROM account
                    UNION ALL
                    SELECT partner_id, account_id, 'E', escrow FROM account
                  ), moved AS (
                    SELECT partner_id, account_id, pocket, sum(amount) AS balance
                    FROM side WHERE pocket IN ('W', 'E') GROUP BY 1, 2, 3)
                  SELECT partner_id, account_id || ' ' || pocket,
                         format('holds %s, transfers say %s', kept.balance, moved.balance)
                  FROM kept FULL JOIN moved USING (partner_id, account_id, pocket)
                  WHERE kept.balance IS NULL OR kept.balance <> coalesce(moved.balance, 0)
                  """),
          new Proof(
              "the entries of a wallet are numbered from 1 without gaps",
              SIDES
                  + """
                  , counted AS (
                    SELECT partner_id, account_id, count(*) AS entries,
                           count(entry) AS numbered, count(DISTINCT entry) AS numbers,
                           min(entry) AS first, max(entry) AS last
                    FROM side WHERE pocket = 'W' GROUP BY 1, 2)
                  SELECT a.partner_id, a.account_id,
                         format('%s entries, %s numbers from %s to %s, the account says %s',
                                c.entries, c.numbers, c.first, c.last, a.entries)
                  FROM account a LEFT JOIN counted c USING (partner_id, account_id)
                  WHERE a.entries <> coalesce(c.entries, 0)
                     OR c.entries <> c.numbered OR c.entries <> c.numbers
                     OR c.first <> 1 OR c.last <> c.entries
                  """),
          new Proof(
              "each entry has the balance after it",
              SIDES
                  + """
                  , running AS (
                    SELECT *, sum(amount) OVER (
                             PARTITION BY partner_id, account_id ORDER BY entry) AS balance
                    FROM side WHERE pocket = 'W')
                  SELECT partner_id, transfer_id,
                         format('says %s, entries add up to %s', balance_after, balance)
                  FROM running WHERE balance_after IS DISTINCT FROM balance
                  """),
          new Proof(
              "no balance is negative and every amount is whole cents",
              """
              SELECT partner_id, account_id, format('cash %s, escrow %s, unsettled %s',
                     cash, escrow, unsettled)
              FROM account WHERE cash < 0 OR escrow < 0 OR unsettled < 0
              UNION ALL
              SELECT partner_id, transfer_id, format('amount %s', amount)
              FROM transfer WHERE amount <= 0 OR amount % 10000 <> 0
              """),
          new Proof(
              "events are numbered without gaps up to the counter",
              """
              SELECT partner_id, 'events', format('%s events from %s to %s, the counter says %s',
                     e.events, e.first, e.last, c.last)
              FROM (SELECT partner_id, count(*) + count(alias) AS events, min(sequence) AS first,
                           max(sequence + CASE WHEN alias IS NULL THEN 0 ELSE 1 END) AS last,
                           count(*) FILTER (WHERE sequence <= before) AS twice
                    FROM (SELECT *, lag(sequence + CASE WHEN alias IS NULL THEN 0 ELSE 1 END)
                                 OVER (PARTITION BY partner_id ORDER BY sequence) AS before
                          FROM event) n
                    GROUP BY 1) e
              LEFT JOIN event_counter c USING (partner_id)
              WHERE e.last IS DISTINCT FROM c.last OR e.events <> e.last - e.first + 1
                 OR e.first < 1 OR e.twice > 0
              """));

  private LedgerProofs() {}
}
