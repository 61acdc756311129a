package africa.soko.subaccount;

import africa.soko.ledger.Book;
import africa.soko.platform.db.Table;
import java.time.Duration;
import java.time.Instant;

/// A fresh token that may read one sub-account and change nothing (SPEC "Credentials").
///
/// @param text what the caller gets, once
/// @param sha256 what is kept of it, in hexadecimal digits
/// @param maskedText what may be shown of it
public record AccountToken(String text, String sha256, String maskedText) {
  static final Duration LIFETIME = Duration.ofHours(1);

  /// What the token may do with the sub-account that it is bound to.
  static final String SCOPES = "accounts:read,wallets:read,trading:read,market:read";

  /// The token as it is kept.
  record Issued(
      String partnerId, String keyId, AccountToken token, String subAccountId, Instant createdAt) {

    static final Table<Issued> TABLE =
        Table.<Issued>named("platform.credential", 80)
            .key("partner_id", Issued::partnerId)
            .key("key_id", Issued::keyId)
            .text("sha256", i -> i.token.sha256)
            .text("masked", i -> i.token.maskedText)
            .text("scopes", _ -> SCOPES)
            .text("sub_account_id", Issued::subAccountId)
            .instant("created_at", Issued::createdAt)
            .instant("expires_at", i -> i.createdAt.plus(LIFETIME))
            .writeOnly();
  }

  void issue(Book book, String subAccountId) {
    book.put(
        Issued.TABLE,
        new Issued(book.partnerId(), book.newId("key_"), this, subAccountId, book.now()));
  }

  /// The token itself is never printed.
  @Override
  public String toString() {
    return maskedText;
  }
}
