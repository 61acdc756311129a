package africa.soko.subaccount;

import africa.soko.ledger.Account;
import africa.soko.ledger.Book;
import africa.soko.ledger.Command;
import africa.soko.ledger.Decision;
import africa.soko.ledger.Needs;
import africa.soko.platform.db.Key;
import africa.soko.subaccount.SubAccount.Profile;

/// Opens a sub-account for a user id, or finds the one that was opened for it before; its profile
/// then stays as it is. Each call issues the token it brings along.
///
/// FORBIDDEN if that one is closed.
public record AutoRegister(String partnerId, String uid, Profile profile, AccountToken token)
    implements Command {
  private static final int FOUND = 200;
  private static final int CREATED = 201;

  /// What callers get back.
  ///
  /// @param expiresIn seconds
  record Registration(String subAccountId, String token, long expiresIn) {}

  @Override
  public void needs(Needs needs) {
    // Whoever takes the master's row keeps the partner's accounts as they are.
    needs.row(Account.TABLE, Account.key(partnerId, Account.MASTER));
    needs.maybe(SubAccountName.TABLE, name());
  }

  @Override
  public Decision decide(Book book) {
    var known = book.find(SubAccountName.TABLE, name());
    if (known != null && known.closed()) {
      return new Decision.Declined(Account.cannotMove(known.subAccountId(), Account.Status.CLOSED));
    }
    var id = known == null ? open(book) : known.subAccountId();
    token.issue(book, id);
    var answer = new Registration(id, token.text(), AccountToken.LIFETIME.toSeconds());
    return new Decision.Accepted(known == null ? CREATED : FOUND, answer, true);
  }

  private String open(Book book) {
    var id = book.newId("sub_");
    book.put(
        SubAccountName.TABLE, SubAccountName.given(partnerId, SubAccountName.Kind.UID, uid, id));
    book.put(SubAccount.TABLE, SubAccount.opened(partnerId, id, null, uid, profile, book.now()));
    book.put(Account.TABLE, Account.opened(partnerId, id, null, book.now()));
    return id;
  }

  private Key name() {
    return SubAccountName.key(partnerId, SubAccountName.Kind.UID, uid);
  }
}
