package africa.soko.key;

import africa.soko.access.Credential;
import africa.soko.edge.Environment;
import africa.soko.edge.ErrorCode;
import africa.soko.ledger.Book;
import africa.soko.ledger.Decision;

/// Ends the partner's data key.
record RevokeDataKey(String partnerId, Environment environment) implements KeyChange {
  @Override
  public Decision decide(Book book) {
    var found = standing(book).stream().filter(Credential::isData).findFirst();
    if (found.isEmpty()) return Decision.declined(ErrorCode.NOT_FOUND, "There is no data key");
    var now = book.realNow();
    book.put(Credential.TABLE, found.get().revokedAt(now));
    return Decision.accepted(200, new RevokeKey.Revoked(found.get().keyId(), true, now));
  }
}
