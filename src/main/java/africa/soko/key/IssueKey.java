package africa.soko.key;

import africa.soko.access.Credential;
import africa.soko.access.Partner;
import africa.soko.edge.Caller.CredentialType;
import africa.soko.edge.Environment;
import africa.soko.edge.ErrorCode;
import africa.soko.ledger.Book;
import africa.soko.ledger.Command;
import africa.soko.ledger.Decision;
import africa.soko.ledger.Needs;
import java.util.Set;
import java.util.TreeSet;

/// Makes one more full key of a partner, for the scopes that are named. Those that it has go on
/// working.
///
/// NOT_FOUND for a partner that is unknown.
record IssueKey(String partnerId, Environment environment, Set<String> scopes, FreshKey fresh)
    implements Command {
  private static final int CREATED = 201;

  /// The answer, the only one that shows the key.
  record Issued(
      String apiKey, String keyId, String maskedKey, Environment environment, Set<String> scopes) {}

  @Override
  public void needs(Needs needs) {
    needs.row(Partner.TABLE, Partner.key(partnerId));
  }

  @Override
  public Decision decide(Book book) {
    if (book.find(Partner.TABLE, Partner.key(partnerId)) == null) {
      return Decision.declined(ErrorCode.NOT_FOUND, "No such partner");
    }
    var made =
        Credential.made(
            fresh.text(),
            book.newId("key_"),
            partnerId,
            environment,
            CredentialType.FULL,
            scopes,
            0,
            null,
            book.realNow());
    book.put(Credential.TABLE, made);
    var answer =
        new Issued(
            fresh.text(), made.keyId(), made.maskedKey(), environment, new TreeSet<>(scopes));
    return new Decision.Accepted(CREATED, answer, true);
  }
}
