package africa.soko.organization;

import africa.soko.access.Member;
import africa.soko.edge.ErrorCode;
import africa.soko.ledger.Book;
import africa.soko.ledger.Command;
import africa.soko.ledger.Decision;
import africa.soko.ledger.Needs;
import africa.soko.platform.db.Key;

/// Begins a review of the members as they are. CONFLICT while another one is open.
record OpenReview(String partnerId, Actor by) implements Command {
  private static final int CREATED = 201;

  @Override
  public void needs(Needs needs) {
    needs.group(AccessReview.OPEN, Key.of(partnerId));
    needs.group(Member.ALL, Key.of(partnerId));
  }

  @Override
  public Decision decide(Book book) {
    var isOpen =
        book.group(AccessReview.OPEN, Key.of(partnerId)).stream()
            .anyMatch(one -> one.status() == AccessReview.Status.OPEN);
    if (isOpen) return Decision.declined(ErrorCode.CONFLICT, "A review is open");
    var id = book.newId("rev_");
    var now = book.realNow();
    var review = new AccessReview(partnerId, id, AccessReview.Status.OPEN, by.id(), now, null);
    var members =
        book.group(Member.ALL, Key.of(partnerId)).stream()
            .filter(member -> member.status() != Member.Status.REMOVED)
            .map(member -> ReviewedMember.found(member, id))
            .toList();
    if (members.isEmpty()) return Decision.declined(ErrorCode.CONFLICT, "There are no members");
    book.put(AccessReview.TABLE, review);
    members.forEach(member -> book.put(ReviewedMember.TABLE, member));
    return Decision.accepted(CREATED, ReviewView.of(review, members));
  }
}
