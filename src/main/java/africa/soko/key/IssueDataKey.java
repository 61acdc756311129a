package africa.soko.key;

import africa.soko.access.Credential;
import africa.soko.edge.Caller.CredentialType;
import africa.soko.edge.Environment;
import africa.soko.edge.KeyRefusals;
import africa.soko.ledger.Book;
import africa.soko.ledger.Decision;
import africa.soko.ledger.Needs;
import java.util.Objects;
import java.util.Set;

/// Makes the partner's data key; the one before stops working.
///
/// @param keyId the credential that asks for it, to whose key it belongs
record IssueDataKey(String partnerId, Environment environment, String keyId, FreshKey fresh)
    implements KeyChange {
  private static final int CREATED = 201;
  private static final Set<String> SCOPES = Set.of("market:read");

  /// The answer, the only one that shows the key.
  record Issued(String dataKey, String keyId, String maskedKey) {}

  @Override
  public void needs(Needs needs) {
    KeyChange.super.needs(needs);
    needs.row(Credential.TABLE, Credential.key(partnerId, keyId));
  }

  @Override
  public Decision decide(Book book) {
    var asker = book.find(Credential.TABLE, Credential.key(partnerId, keyId));
    if (asker == null) return new Decision.Declined(KeyRefusals.unknown());
    var now = book.realNow();
    for (var key : standing(book)) {
      if (key.isData()) book.put(Credential.TABLE, key.revokedAt(now));
    }
    var parent = asker.isToken() ? Objects.requireNonNull(asker.parentKeyId()) : keyId;
    var made =
        Credential.made(
            fresh.text(),
            book.newId("key_"),
            partnerId,
            environment,
            CredentialType.DATA,
            SCOPES,
            0,
            parent,
            now);
    book.put(Credential.TABLE, made);
    var answer = new Issued(fresh.text(), made.keyId(), made.maskedKey());
    return new Decision.Accepted(CREATED, answer, true);
  }
}
