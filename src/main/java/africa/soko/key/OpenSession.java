package africa.soko.key;

import africa.soko.access.Credential;
import africa.soko.edge.Environment;
import africa.soko.edge.ErrorCode;
import africa.soko.ledger.Book;
import africa.soko.ledger.Decision;
import java.time.Duration;
import java.util.Comparator;

/// Makes a token for the holder of an ID token. It may do what the partner's newest full key may,
/// and ends with it.
record OpenSession(String partnerId, Environment environment, Duration lifetime, FreshKey fresh)
    implements KeyChange {

  /// The answer, the only one that shows the token.
  record Opened(String accessToken, long expiresIn) {}

  /// A token more leaves all keys as they are.
  @Override
  public boolean changesKeys() {
    return false;
  }

  @Override
  public Decision decide(Book book) {
    var newest =
        standing(book).stream()
            .filter(key -> !key.isData() && key.expiresAt() == null)
            .max(Comparator.comparing(Credential::createdAt).thenComparing(Credential::keyId));
    if (newest.isEmpty()) {
      return Decision.declined(ErrorCode.FORBIDDEN, "The partner has no key in this environment");
    }
    var key = newest.get();
    book.put(
        Credential.TABLE,
        Credential.token(
            fresh.text(), book.newId("key_"), key, key.scopes(), book.realNow(), lifetime));
    return new Decision.Accepted(200, new Opened(fresh.text(), lifetime.toSeconds()), true);
  }
}
