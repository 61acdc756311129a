package africa.soko.security;

import africa.soko.access.Partner;
import africa.soko.edge.Environment;
import africa.soko.edge.ErrorCode;
import africa.soko.ledger.Book;
import africa.soko.ledger.Command;
import africa.soko.ledger.Decision;
import africa.soko.ledger.Needs;

/// Puts a security policy in the place of the one before. Once it is answered, no change commits
/// that another policy has let in.
///
/// NOT_FOUND for a partner that is unknown.
record SetPolicy(String partnerId, Environment environment, PolicyBody policy) implements Command {

  @Override
  public boolean changesKeys() {
    return true;
  }

  @Override
  public void needs(Needs needs) {
    needs.row(Partner.TABLE, Partner.key(partnerId));
    needs.maybe(SecurityPolicy.TABLE, SecurityPolicy.key(partnerId, environment));
    PartnerAccess.needs(needs, partnerId);
  }

  @Override
  public Decision decide(Book book) {
    if (book.find(Partner.TABLE, Partner.key(partnerId)) == null) {
      return Decision.declined(ErrorCode.NOT_FOUND, "No such partner");
    }
    var now = policy.of(partnerId, environment, book.realNow());
    book.put(SecurityPolicy.TABLE, now);
    PartnerAccess.of(book, partnerId).change(book);
    return Decision.accepted(200, PolicyBody.View.of(now));
  }
}
