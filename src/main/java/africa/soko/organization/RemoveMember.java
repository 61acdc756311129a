package africa.soko.organization;

import africa.soko.access.Member;
import africa.soko.ledger.Book;
import africa.soko.ledger.Decision;

/// Ends a membership or an invitation for good; see [MemberChange#change].
record RemoveMember(String partnerId, Actor by, String memberId) implements MemberChange {

  @Override
  public Decision decide(Book book) {
    return change(book, memberId, null, Member.Status.REMOVED);
  }
}
