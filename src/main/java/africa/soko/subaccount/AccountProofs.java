package africa.soko.subaccount;

import africa.soko.ledger.Proof;
import java.util.List;

/// What holds of sub-accounts.
public final class AccountProofs {
  public static final List<Proof> PROOFS =
      List.of(
          new Proof(
              "every sub-account has its account, and the other way round",
              """
              SELECT coalesce(s.partner_id, a.partner_id), coalesce(s.sub_account_id, a.account_id),
                     'has only one of the two rows'
              FROM sub_account s
              FULL JOIN (SELECT * FROM account WHERE account_id <> 'master') a
                ON a.partner_id = s.partner_id AND a.account_id = s.sub_account_id
              WHERE s.sub_account_id IS NULL OR a.account_id IS NULL
              """),
          new Proof(
              "a closed account has no money and no open orders, and says when it was closed",
              """
              SELECT s.partner_id, s.sub_account_id,
                     format('%s: cash %s, escrow %s, unsettled %s, %s open orders, closed at %s',
                            a.status, a.cash, a.escrow, a.unsettled, a.open_orders, s.closed_at)
              FROM sub_account s JOIN account a
                ON a.partner_id = s.partner_id AND a.account_id = s.sub_account_id
              WHERE (a.status = 'CLOSED') <> (s.closed_at IS NOT NULL)
                 OR a.status = 'CLOSED'
                    AND (a.cash <> 0 OR a.escrow <> 0 OR a.unsettled <> 0 OR a.open_orders <> 0)
              """),
          new Proof(
              "a name says whether its account is closed",
              """
              SELECT n.partner_id, n.kind || ' ' || n.name, format('%s, says %s', a.status, n.closed)
              FROM sub_account_name n JOIN account a
                ON a.partner_id = n.partner_id AND a.account_id = n.sub_account_id
              WHERE n.kind = 'UID' AND n.closed <> (a.status = 'CLOSED')
              """));

  private AccountProofs() {}
}
