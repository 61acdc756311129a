package africa.soko.subaccount;

import africa.soko.access.ApiKeys;
import africa.soko.access.Credential;
import africa.soko.access.KeyKind;
import africa.soko.edge.Caller;
import africa.soko.edge.Caller.CredentialType;
import africa.soko.edge.Environment;
import africa.soko.ledger.Book;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// A fresh token that may read one sub-account and change nothing (SPEC "Credentials").
///
/// @param text what the caller gets, once
/// @param scopes what it may do with the sub-account that it is bound to
/// @param issuer the key that asked for it, with which it ends
/// @param memberId whose session asked for it, with whom it ends, or null
public record AccountToken(
    String text,
    Environment environment,
    Set<String> scopes,
    String issuer,
    @Nullable String memberId) {
  static final Duration LIFETIME = Duration.ofHours(1);

  private static final Set<String> SCOPES_MAX =
      Set.of("accounts:read", "market:read", "trading:read", "wallets:read");

  /// @param issuer who asks for it, beyond whose scopes it does not go
  static AccountToken fresh(ApiKeys keys, Caller issuer) {
    var scopes = new TreeSet<>(SCOPES_MAX);
    scopes.retainAll(issuer.scopes());
    return new AccountToken(
        keys.generate(KeyKind.TOKEN),
        issuer.environment(),
        Set.copyOf(scopes),
        issuer.keyId(),
        issuer instanceof Caller.Session session ? session.memberId() : null);
  }

  void issue(Book book, String subAccountId) {
    var now = book.realNow();
    book.put(
        Credential.TABLE,
        new Credential(
            ApiKeys.hash(text),
            book.newId("key_"),
            book.partnerId(),
            environment,
            CredentialType.FULL,
            ApiKeys.mask(text),
            scopes,
            0,
            true,
            issuer,
            subAccountId,
            memberId,
            now,
            null,
            now.plus(LIFETIME),
            null));
  }

  /// The token itself is never printed.
  @Override
  public String toString() {
    return ApiKeys.mask(text);
  }
}
