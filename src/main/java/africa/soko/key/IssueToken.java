package africa.soko.key;

import africa.soko.access.Credential;
import africa.soko.edge.Environment;
import africa.soko.edge.KeyRefusals;
import africa.soko.ledger.Book;
import africa.soko.ledger.Command;
import africa.soko.ledger.Decision;
import africa.soko.ledger.Needs;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;

/// Makes a token from a key, with which it ends.
///
/// @param scopes what it may do, all of it within what the key may
record IssueToken(
    String partnerId,
    Environment environment,
    String keyId,
    Set<String> scopes,
    Duration lifetime,
    FreshKey fresh)
    implements Command {

  /// The answer, the only one that shows the token (RFC 6749, 5.1).
  record Issued(
      @JsonProperty("access_token") String accessToken,
      @JsonProperty("token_type") String tokenType,
      @JsonProperty("expires_in") long expiresIn,
      String scope) {}

  /// The lock of the key's row sets this apart from its revocation.
  @Override
  public void needs(Needs needs) {
    needs.row(Credential.TABLE, Credential.key(partnerId, keyId));
  }

  @Override
  public Decision decide(Book book) {
    var key = book.find(Credential.TABLE, Credential.key(partnerId, keyId));
    if (key == null) return new Decision.Declined(KeyRefusals.unknown());
    if (key.revokedAt() != null) {
      return new Decision.Declined(key.isData() ? KeyRefusals.unknown() : KeyRefusals.revoked());
    }
    book.put(
        Credential.TABLE,
        Credential.token(
            fresh.text(), book.newId("key_"), key, scopes, null, book.realNow(), lifetime));
    var scope = String.join(" ", new TreeSet<>(scopes));
    var answer = new Issued(fresh.text(), "Bearer", lifetime.toSeconds(), scope);
    return new Decision.Accepted(200, answer, true);
  }
}
