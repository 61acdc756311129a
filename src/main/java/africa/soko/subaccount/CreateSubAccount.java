package africa.soko.subaccount;

import africa.soko.edge.ErrorCode;
import africa.soko.edge.Refused;
import africa.soko.ledger.Account;
import africa.soko.ledger.Book;
import africa.soko.ledger.Command;
import africa.soko.ledger.Decision;
import africa.soko.ledger.Needs;
import africa.soko.platform.db.Key;
import africa.soko.subaccount.SubAccount.Profile;

/// Opens a sub-account under the partner's own reference.
///
/// CONFLICT if the reference is taken.
public record CreateSubAccount(String partnerId, String externalId, Profile profile)
    implements Command {
  private static final int CREATED = 201;

  @Override
  public void needs(Needs needs) {
    // Whoever takes the master's row keeps the partner's accounts as they are.
    needs.row(Account.TABLE, Account.key(partnerId, Account.MASTER));
    needs.maybe(SubAccountName.TABLE, name());
  }

  @Override
  public Decision decide(Book book) {
    if (book.find(SubAccountName.TABLE, name()) != null) {
      var taken =
          Refused.of(ErrorCode.CONFLICT, "A sub-account with this externalId exists already");
      return new Decision.Declined(taken.with("param", "externalId"));
    }
    var id = book.newId("sub_");
    var subAccount = SubAccount.opened(partnerId, id, externalId, null, profile, book.now());
    var account = Account.opened(partnerId, id, externalId, book.now());
    var kind = SubAccountName.Kind.EXTERNAL_ID;
    book.put(SubAccountName.TABLE, SubAccountName.given(partnerId, kind, externalId, id));
    book.put(SubAccount.TABLE, subAccount);
    book.put(Account.TABLE, account);
    return Decision.accepted(CREATED, SubAccountView.of(subAccount, account));
  }

  private Key name() {
    return SubAccountName.key(partnerId, SubAccountName.Kind.EXTERNAL_ID, externalId);
  }
}
