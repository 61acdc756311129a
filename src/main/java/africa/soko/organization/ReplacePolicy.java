package africa.soko.organization;

import africa.soko.ledger.Book;
import africa.soko.ledger.Command;
import africa.soko.ledger.Decision;
import africa.soko.ledger.Needs;
import africa.soko.platform.money.Usd;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Puts another policy in the place of the whole one that is there.
///
/// @param withdrawalOver null for every withdrawal
/// @param live null for all scopes
/// @param sandbox null for all scopes
record ReplacePolicy(
    String partnerId,
    Set<ApprovalKind> approvalRequiredFor,
    @Nullable Usd withdrawalOver,
    @Nullable Set<String> live,
    @Nullable Set<String> sandbox)
    implements Command {

  @Override
  public boolean changesKeys() {
    return true;
  }

  @Override
  public void needs(Needs needs) {
    needs.maybe(OrganizationPolicy.TABLE, OrganizationPolicy.key(partnerId));
  }

  @Override
  public Decision decide(Book book) {
    var before = book.find(OrganizationPolicy.TABLE, OrganizationPolicy.key(partnerId));
    var policy =
        new OrganizationPolicy(
            partnerId,
            before == null ? 1 : before.revision() + 1,
            approvalRequiredFor,
            withdrawalOver,
            live,
            sandbox,
            book.realNow());
    book.put(OrganizationPolicy.TABLE, policy);
    return Decision.accepted(200, policy.view());
  }
}
