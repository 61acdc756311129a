package africa.soko.subaccount;

import africa.soko.access.ApiKeys;
import africa.soko.access.KeyKind;
import africa.soko.edge.Caller.CredentialType;
import africa.soko.edge.Environment;
import africa.soko.ledger.Book;
import africa.soko.platform.db.Table;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.TreeSet;

/// A fresh token that may read one sub-account and change nothing (SPEC "Credentials").
///
/// @param text what the caller gets, once
/// @param scopes what it may do with the sub-account that it is bound to
public record AccountToken(String text, Environment environment, Set<String> scopes) {
  static final Duration LIFETIME = Duration.ofHours(1);

  private static final Set<String> SCOPES_MAX =
      Set.of("accounts:read", "market:read", "trading:read", "wallets:read");

  /// The token as it is kept, among the credentials of the service. It is found by its hash, so
  /// that its row is only ever inserted here.
  record Issued(
      String partnerId, String keyId, AccountToken token, String subAccountId, Instant createdAt) {

    static final Table<Issued> TABLE =
        Table.<Issued>named("platform.credential")
            .key("partner_id", Issued::partnerId)
            .key("key_id", Issued::keyId)
            .bytes("key_hash", i -> Buffer.buffer(ApiKeys.hash(i.token.text)))
            .constant("environment", i -> i.token.environment)
            .constant("type", _ -> CredentialType.FULL)
            .text("masked_key", i -> ApiKeys.mask(i.token.text))
            .text("scopes", i -> String.join(" ", new TreeSet<>(i.token.scopes)))
            .text("sub_account_id", Issued::subAccountId)
            .instant("created_at", Issued::createdAt)
            .instant("expires_at", i -> i.createdAt.plus(LIFETIME))
            .writeOnly();
  }

  /// @param issuer the scopes of the key that asks for it, beyond which no token of it goes
  static AccountToken fresh(ApiKeys keys, Environment environment, Set<String> issuer) {
    var scopes = new TreeSet<>(SCOPES_MAX);
    scopes.retainAll(issuer);
    return new AccountToken(keys.generate(KeyKind.TOKEN), environment, Set.copyOf(scopes));
  }

  void issue(Book book, String subAccountId) {
    book.put(
        Issued.TABLE,
        new Issued(book.partnerId(), book.newId("key_"), this, subAccountId, book.realNow()));
  }

  /// The token itself is never printed.
  @Override
  public String toString() {
    return ApiKeys.mask(text);
  }
}
