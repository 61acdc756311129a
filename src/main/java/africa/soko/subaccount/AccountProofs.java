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
              """));

  private AccountProofs() {}
}
