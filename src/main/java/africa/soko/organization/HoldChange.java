package africa.soko.organization;

import africa.soko.edge.ErrorCode;
import africa.soko.ledger.Book;
import africa.soko.ledger.Command;
import africa.soko.ledger.Decision;
import africa.soko.ledger.Needs;
import africa.soko.platform.db.Key;

/// Keeps a change until somebody else consents to it. LIMIT_EXCEEDED where too many wait.
record HoldChange(Approval approval) implements Command {
  static final int PENDING_MAX = 50;
  private static final int ACCEPTED = 202;

  /// The answer.
  record Held(String approvalId) {}

  @Override
  public String partnerId() {
    return approval.partnerId();
  }

  @Override
  public void needs(Needs needs) {
    needs.group(Approval.PENDING, Key.of(partnerId()));
  }

  @Override
  public Decision decide(Book book) {
    var now = book.realNow();
    var waiting =
        book.group(Approval.PENDING, Key.of(partnerId())).stream()
            .filter(one -> one.statusAt(now) == Approval.Status.PENDING)
            .count();
    if (waiting >= PENDING_MAX) {
      return Decision.declined(
          ErrorCode.LIMIT_EXCEEDED, "At most %d changes wait for approval", PENDING_MAX);
    }
    book.put(Approval.TABLE, approval);
    return Decision.accepted(ACCEPTED, new Held(approval.approvalId()));
  }
}
