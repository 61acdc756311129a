package africa.soko.key;

import africa.soko.access.Credential;
import africa.soko.access.Member;
import africa.soko.access.Role;
import africa.soko.edge.Environment;
import africa.soko.edge.ErrorCode;
import africa.soko.ledger.Book;
import africa.soko.ledger.Decision;
import africa.soko.ledger.Needs;
import java.time.Duration;
import java.util.Comparator;

/// Makes a token for a member. It may do what the partner's newest full key may and the member's
/// role and the policies let him, and ends with the key.
record OpenSession(
    String partnerId, String memberId, Environment environment, Duration lifetime, FreshKey fresh)
    implements KeyChange {

  /// The answer, the only one that shows the token.
  record Opened(String accessToken, long expiresIn, String memberId, Role role) {}

  /// A token more leaves all keys as they are.
  @Override
  public boolean changesKeys() {
    return false;
  }

  @Override
  public void needs(Needs needs) {
    KeyChange.super.needs(needs);
    needs.row(Member.TABLE, Member.key(partnerId, memberId));
  }

  @Override
  public Decision decide(Book book) {
    var member = book.find(Member.TABLE, Member.key(partnerId, memberId));
    if (member == null || !member.isActive()) {
      return Decision.declined(ErrorCode.FORBIDDEN, "The member is not active");
    }
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
            fresh.text(),
            book.newId("key_"),
            key,
            key.scopes(),
            memberId,
            book.realNow(),
            lifetime));
    var opened = new Opened(fresh.text(), lifetime.toSeconds(), memberId, member.role());
    return new Decision.Accepted(200, opened, true);
  }
}
