package africa.soko.onboarding;

import africa.soko.access.Agreement;
import africa.soko.access.Credential;
import africa.soko.access.FullScopes;
import africa.soko.edge.Caller.CredentialType;
import africa.soko.edge.Environment;
import africa.soko.edge.ErrorCode;
import africa.soko.ledger.Book;
import africa.soko.ledger.Command;
import africa.soko.ledger.Decision;
import africa.soko.ledger.Needs;
import africa.soko.partner.OpenMasterAccount;
import africa.soko.platform.money.Usd;
import io.vertx.core.buffer.Buffer;
import org.jspecify.annotations.Nullable;

/// An operator's answer to an upgrade request. Approval opens the live books and makes the live
/// key, or sets the tier. A repeat changes nothing.
///
/// NOT_FOUND for a request that is not the partner's last one; CONFLICT where it was decided
/// otherwise.
///
/// @param rejection why it is rejected; null to approve it
/// @param key for a request of a live key that is approved
record DecideUpgrade(
    String partnerId,
    UpgradeType type,
    String requestId,
    @Nullable String rejection,
    @Nullable NewKey key)
    implements Command {

  /// A live key that has just been made. Its text is never printed.
  ///
  /// @param sealed the text, for whoever has asked for it
  record NewKey(String text, Buffer sealed) {
    @Override
    public String toString() {
      return "NewKey";
    }
  }

  @Override
  public void needs(Needs needs) {
    needs.row(UpgradeRequest.TABLE, UpgradeRequest.key(partnerId, type));
    needs.row(Agreement.TABLE, Agreement.key(partnerId, Environment.LIVE));
    if (key != null) open().needs(needs);
  }

  @Override
  public Decision decide(Book book) {
    var before = book.find(UpgradeRequest.TABLE, UpgradeRequest.key(partnerId, type));
    if (before == null || !before.requestId().equals(requestId)) {
      return Decision.declined(ErrorCode.NOT_FOUND, "No such request");
    }
    var wanted = rejection == null ? Review.APPROVED : Review.REJECTED;
    if (before.status() == wanted) return Decision.accepted(200, UpgradeView.of(before));
    if (before.status() != Review.PENDING) {
      return Decision.declined(ErrorCode.CONFLICT, "It was decided otherwise");
    }
    var after =
        rejection == null ? approved(book, before) : before.rejected(book.realNow(), rejection);
    book.put(UpgradeRequest.TABLE, after);
    return Decision.accepted(200, UpgradeView.of(after));
  }

  private UpgradeRequest approved(Book book, UpgradeRequest before) {
    var now = book.realNow();
    var tier = before.targetTier();
    if (tier != null) {
      var row = book.get(Agreement.TABLE, Agreement.key(partnerId, Environment.LIVE));
      book.put(
          Agreement.TABLE,
          new Agreement.Row(partnerId, Environment.LIVE, row.agreement().with(tier)));
      return before.approved(now, null, null, null);
    }
    if (key == null) throw new IllegalStateException("A live key is needed for " + requestId);
    var credential =
        Credential.made(
            key.text,
            book.newId("key_"),
            partnerId,
            Environment.LIVE,
            CredentialType.FULL,
            FullScopes.ALL,
            0,
            null,
            now);
    book.put(Credential.TABLE, credential);
    open().decide(book);
    return before.approved(now, credential.keyId(), credential.maskedKey(), key.sealed);
  }

  private OpenMasterAccount open() {
    return new OpenMasterAccount(partnerId, Usd.ZERO);
  }
}
