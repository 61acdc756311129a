package africa.soko.key;

import africa.soko.access.Credential;
import africa.soko.edge.Environment;
import africa.soko.edge.ErrorCode;
import africa.soko.ledger.Book;
import africa.soko.ledger.Decision;
import africa.soko.ledger.Needs;
import java.time.Instant;

/// Ends a key for good, with the tokens that were made from it and the data key that belongs to it.
record RevokeKey(String partnerId, Environment environment, String keyId) implements KeyChange {

  /// The answer.
  record Revoked(String keyId, boolean revoked, Instant revokedAt) {}

  @Override
  public void needs(Needs needs) {
    KeyChange.super.needs(needs);
    needs.row(Credential.TABLE, Credential.key(partnerId, keyId));
  }

  @Override
  public Decision decide(Book book) {
    var key = book.find(Credential.TABLE, Credential.key(partnerId, keyId));
    if (key == null || key.environment() != environment) {
      return Decision.declined(ErrorCode.NOT_FOUND, "No such key");
    }
    var before = key.revokedAt();
    if (before != null) return Decision.accepted(200, new Revoked(keyId, true, before));
    var now = book.realNow();
    book.put(Credential.TABLE, key.revokedAt(now));
    for (var other : standing(book)) {
      if (keyId.equals(other.parentKeyId())) book.put(Credential.TABLE, other.revokedAt(now));
    }
    return Decision.accepted(200, new Revoked(keyId, true, now));
  }
}
