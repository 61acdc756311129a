package africa.soko.organization;

import africa.soko.edge.ErrorCode;
import africa.soko.ledger.Book;
import africa.soko.ledger.Command;
import africa.soko.ledger.Decision;
import africa.soko.ledger.Needs;
import io.vertx.core.buffer.Buffer;
import org.jspecify.annotations.Nullable;

/// Keeps what a change answered that was agreed to. A repeat changes nothing.
///
/// @param result the answer, sealed
/// @param shown the answer as whoever agreed is told it, or null
record CompleteApproval(
    String partnerId,
    String approvalId,
    int status,
    @Nullable Buffer result,
    boolean isSecret,
    @Nullable String shown)
    implements Command {

  @Override
  public void needs(Needs needs) {
    needs.row(Approval.TABLE, Approval.key(partnerId, approvalId));
  }

  @Override
  public Decision decide(Book book) {
    var before = book.find(Approval.TABLE, Approval.key(partnerId, approvalId));
    if (before == null) return Decision.declined(ErrorCode.NOT_FOUND, "No such approval");
    var isOpen = before.status() == Approval.Status.APPROVED;
    var after = isOpen ? before.answered(status, result, isSecret) : before;
    if (isOpen) book.put(Approval.TABLE, after);
    return Decision.accepted(200, ApprovalView.of(after, book.realNow(), shown));
  }
}
