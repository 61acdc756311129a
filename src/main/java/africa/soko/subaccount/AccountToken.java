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

/// A fresh token that may read one sub-account and change nothing (SPEC "Credentials").
///
/// @param text what the caller gets, once
public record AccountToken(String text, Environment environment) {
  static final Duration LIFETIME = Duration.ofHours(1);

  /// What the token may do with the sub-account that it is bound to, parted by spaces.
  static final String SCOPES = "accounts:read market:read trading:read wallets:read";

  /// The token as it is kept, among the credentials of the service. It is found by its hash, so
  /// that its row is only ever inserted here.
  record Issued(
      String partnerId, String keyId, AccountToken token, String subAccountId, Instant createdAt) {

    static final Table<Issued> TABLE =
        Table.<Issued>named("platform.credential", 80)
            .key("partner_id", Issued::partnerId)
            .key("key_id", Issued::keyId)
            .bytes("key_hash", i -> Buffer.buffer(ApiKeys.hash(i.token.text)))
            .constant("environment", i -> i.token.environment)
            .constant("type", _ -> CredentialType.FULL)
            .text("masked_key", i -> ApiKeys.mask(i.token.text))
            .text("scopes", _ -> SCOPES)
            .text("sub_account_id", Issued::subAccountId)
            .instant("created_at", Issued::createdAt)
            .instant("expires_at", i -> i.createdAt.plus(LIFETIME))
            .writeOnly();
  }

  static AccountToken fresh(ApiKeys keys, Environment environment) {
    return new AccountToken(keys.generate(KeyKind.TOKEN), environment);
  }

  void issue(Book book, String subAccountId) {
    book.put(
        Issued.TABLE,
        new Issued(book.partnerId(), book.newId("key_"), this, subAccountId, book.now()));
  }

  /// The token itself is never printed.
  @Override
  public String toString() {
    return ApiKeys.mask(text);
  }
}
