package africa.soko.organization;

import africa.soko.access.Member;
import africa.soko.access.Role;
import africa.soko.edge.ErrorCode;
import africa.soko.ledger.Book;
import africa.soko.ledger.Decision;

/// Invites whoever holds an email address. An invitation that has lapsed makes room for a new one.
///
/// FORBIDDEN for a role that is not the actor's to give; CONFLICT for the address of a member;
/// LIMIT_EXCEEDED.
record InviteMember(String partnerId, Actor by, String email, Role role) implements MemberChange {
  static final int MEMBERS_MAX = 200;
  private static final int CREATED = 201;

  @Override
  public Decision decide(Book book) {
    var members = members(book);
    var refused = by.cannotGive(role, members);
    if (refused != null) return new Decision.Declined(refused);
    var now = book.realNow();
    var same = members.stream().filter(m -> m.email().equalsIgnoreCase(email)).toList();
    if (same.stream().anyMatch(member -> !member.hasLapsed(now))) {
      return Decision.declined(ErrorCode.CONFLICT, "The address is that of a member");
    }
    if (members.size() - same.size() >= MEMBERS_MAX) {
      return Decision.declined(
          ErrorCode.LIMIT_EXCEEDED, "An organisation has at most %d members", MEMBERS_MAX);
    }
    for (var lapsed : same) {
      book.put(Member.TABLE, lapsed.with(lapsed.role(), Member.Status.REMOVED));
    }
    var member =
        new Member(
            partnerId,
            book.newId("mem_"),
            email,
            role,
            Member.Status.INVITED,
            null,
            by.id(),
            now,
            now.plus(Member.INVITED),
            null);
    book.put(Member.TABLE, member);
    return Decision.accepted(CREATED, MemberView.of(member, now));
  }
}
