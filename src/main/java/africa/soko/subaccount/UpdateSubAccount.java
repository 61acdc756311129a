package africa.soko.subaccount;

import africa.soko.ledger.Account;
import africa.soko.ledger.Account.Status;
import africa.soko.ledger.Book;
import africa.soko.ledger.Command;
import africa.soko.ledger.Decision;
import africa.soko.ledger.Needs;
import africa.soko.platform.json.Sent;
import africa.soko.subaccount.SubAccount.Profile;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Changes what is sent of a profile, and freezes or unfreezes.
///
/// FORBIDDEN for a closed account, and for lifting a freeze by compliance.
///
/// @param status ACTIVE or FROZEN, or null to leave it
/// @param metadata the text of a JSON object; it replaces what was there
public record UpdateSubAccount(
    String partnerId,
    String subAccountId,
    @Nullable String displayName,
    @Nullable Sent<String> email,
    @Nullable Sent<String> country,
    @Nullable Status status,
    @Nullable Sent<String> metadata)
    implements Command {
  static final String PARTNER = "partner";

  @Override
  public void needs(Needs needs) {
    needs.row(Account.TABLE, Account.key(partnerId, subAccountId));
    needs.row(SubAccount.TABLE, SubAccount.key(partnerId, subAccountId));
  }

  @Override
  public Decision decide(Book book) {
    var account = book.find(Account.TABLE, Account.key(partnerId, subAccountId));
    var before = book.find(SubAccount.TABLE, SubAccount.key(partnerId, subAccountId));
    if (account == null || before == null) return new Decision.Declined(AccountGate.notFound());
    var refused = AccountGate.changing(account);
    if (refused == null && status == Status.ACTIVE) {
      refused = AccountGate.frozenByCompliance(account);
    }
    if (refused != null) return new Decision.Declined(refused);

    var after = moved(book, account);
    var reason = after.standing().status() == Status.FROZEN ? before.frozenReason() : null;
    var profile = changed(before.profile());
    var subAccount = before;
    if (!after.equals(account) || !profile.equals(before.profile())) {
      subAccount = before.with(profile, reason, book.now());
      book.put(SubAccount.TABLE, subAccount);
    }
    return Decision.accepted(200, SubAccountView.of(subAccount, after));
  }

  private Account moved(Book book, Account account) {
    if (status == null || status == account.standing().status()) return account;
    var frozen = status == Status.FROZEN;
    var after = account.with(account.standing().withStatus(status, frozen ? PARTNER : null));
    book.put(Account.TABLE, after);
    book.emit(AccountEvents.FROZEN, new AccountEvents.Frozen(subAccountId, frozen, PARTNER));
    return after;
  }

  private Profile changed(Profile before) {
    return new Profile(
        Objects.requireNonNullElse(displayName, before.displayName()),
        Sent.or(email, before.email()),
        Sent.or(country, before.country()),
        Sent.or(metadata, before.metadata()));
  }
}
