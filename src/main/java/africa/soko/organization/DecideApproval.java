package africa.soko.organization;

import africa.soko.access.Member;
import africa.soko.access.Rights;
import africa.soko.edge.Environment;
import africa.soko.edge.ErrorCode;
import africa.soko.edge.Refused;
import africa.soko.ledger.Book;
import africa.soko.ledger.Command;
import africa.soko.ledger.Decision;
import africa.soko.ledger.Needs;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Consents to a change that waits, or drops it. A repeat of what was decided changes nothing.
///
/// NOT_FOUND for what is of the other environment; FORBIDDEN for one's own, and for what the member
/// who asked may do no more; CONFLICT where it has lapsed or was decided.
///
/// @param askedBy the member who asked
/// @param scope what the change needs, or null
record DecideApproval(
    String partnerId,
    Environment environment,
    String approvalId,
    String askedBy,
    @Nullable String scope,
    String by,
    boolean isApproved)
    implements Command {

  @Override
  public void needs(Needs needs) {
    needs.row(Approval.TABLE, Approval.key(partnerId, approvalId));
    needs.maybe(Member.TABLE, Member.key(partnerId, askedBy));
    needs.maybe(OrganizationPolicy.TABLE, OrganizationPolicy.key(partnerId));
  }

  @Override
  public Decision decide(Book book) {
    var before = book.find(Approval.TABLE, Approval.key(partnerId, approvalId));
    if (before == null || before.environment() != environment) {
      return Decision.declined(ErrorCode.NOT_FOUND, "No such approval");
    }
    var now = book.realNow();
    var refused = isApproved ? cannotApprove(book, before, now) : cannotReject(before, now);
    if (refused != null) return new Decision.Declined(refused);
    if (before.status() != Approval.Status.PENDING) {
      return Decision.accepted(200, ApprovalView.of(before, now, null));
    }
    var wanted = isApproved ? Approval.Status.APPROVED : Approval.Status.REJECTED;
    var after = before.decided(wanted, by, now);
    book.put(Approval.TABLE, after);
    return Decision.accepted(200, ApprovalView.of(after, now, null));
  }

  private @Nullable Refused cannotApprove(Book book, Approval before, Instant now) {
    if (before.askedBy().equals(by)) {
      return Refused.of(ErrorCode.FORBIDDEN, "Somebody else has to approve it");
    }
    return switch (before.statusAt(now)) {
      case PENDING -> isAllowed(book) ? null : lost();
      // Whoever was to run it may have been stopped on the way.
      case APPROVED -> runsUntil(before).isBefore(now) ? decided(before, now) : null;
      case EXECUTED, FAILED -> by.equals(before.decidedBy()) ? null : decided(before, now);
      case REJECTED, LAPSED -> decided(before, now);
    };
  }

  private @Nullable Refused cannotReject(Approval before, Instant now) {
    return switch (before.statusAt(now)) {
      case PENDING, REJECTED -> null;
      case APPROVED, EXECUTED, FAILED, LAPSED -> decided(before, now);
    };
  }

  private boolean isAllowed(Book book) {
    var member = book.find(Member.TABLE, Member.key(partnerId, askedBy));
    if (member == null) return false;
    var policy = book.find(OrganizationPolicy.TABLE, OrganizationPolicy.key(partnerId));
    var scopes = policy == null ? null : policy.scopes(environment);
    return scope == null || new Rights(member.role(), member.isActive(), scopes).allows(scope);
  }

  private static Instant runsUntil(Approval approval) {
    var decidedAt = approval.decidedAt();
    return decidedAt == null ? Instant.MIN : decidedAt.plus(Approval.RUNS);
  }

  private static Refused lost() {
    return Refused.of(ErrorCode.FORBIDDEN, "The member who asked may do this no more");
  }

  private static Refused decided(Approval before, Instant now) {
    return Refused.of(ErrorCode.CONFLICT, "It is %s", before.statusAt(now));
  }
}
