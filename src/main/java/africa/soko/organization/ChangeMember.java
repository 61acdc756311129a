package africa.soko.organization;

import africa.soko.access.Member;
import africa.soko.access.Role;
import africa.soko.ledger.Book;
import africa.soko.ledger.Decision;
import org.jspecify.annotations.Nullable;

/// Gives a member another role, suspends it, or lets it act again; see [MemberChange#change].
record ChangeMember(
    String partnerId,
    Actor by,
    String memberId,
    @Nullable Role role,
    Member.@Nullable Status status)
    implements MemberChange {

  @Override
  public Decision decide(Book book) {
    return change(book, memberId, role, status);
  }
}
