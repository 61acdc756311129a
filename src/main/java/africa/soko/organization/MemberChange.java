package africa.soko.organization;

import africa.soko.access.Member;
import africa.soko.access.Role;
import africa.soko.edge.ErrorCode;
import africa.soko.edge.Refused;
import africa.soko.ledger.Book;
import africa.soko.ledger.Command;
import africa.soko.ledger.Decision;
import africa.soko.ledger.Needs;
import africa.soko.platform.db.Key;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A change of who the members are: it sees all of them, and the sessions of nobody run meanwhile.
interface MemberChange extends Command {
  Actor by();

  @Override
  default boolean changesKeys() {
    return true;
  }

  @Override
  default void needs(Needs needs) {
    needs.group(Member.ALL, Key.of(partnerId()));
  }

  default List<Member> members(Book book) {
    return book.group(Member.ALL, Key.of(partnerId())).stream()
        .filter(member -> member.status() != Member.Status.REMOVED)
        .toList();
  }

  /// Gives a member another role or status.
  ///
  /// NOT_FOUND for who is none; FORBIDDEN for a role that is not the actor's to give or take;
  /// CONFLICT for the last active owner, and for the status of somebody who has not joined.
  ///
  /// @param role null to leave it
  /// @param status null to leave it
  default Decision change(
      Book book, String memberId, @Nullable Role role, Member.@Nullable Status status) {
    var members = members(book);
    var before =
        members.stream().filter(m -> m.memberId().equals(memberId)).findFirst().orElse(null);
    if (before == null) return Decision.declined(ErrorCode.NOT_FOUND, "No such member");
    var after =
        before.with(role == null ? before.role() : role, status == null ? before.status() : status);
    var refused = refusal(members, before, after);
    if (refused != null) return new Decision.Declined(refused);
    book.put(Member.TABLE, after);
    return Decision.accepted(200, MemberView.of(after, book.realNow()));
  }

  private @Nullable Refused refusal(List<Member> members, Member before, Member after) {
    var refused = by().cannotGive(before.role(), members);
    if (refused == null) refused = by().cannotGive(after.role(), members);
    if (refused != null) return refused;
    boolean isInvited = before.status() == Member.Status.INVITED;
    if (isInvited && after.status() != before.status() && after.status() != Member.Status.REMOVED) {
      return Refused.of(ErrorCode.CONFLICT, "The member has not joined yet");
    }
    boolean isLast =
        members.stream().filter(m -> m.isActive() && m.role() == Role.OWNER).count() == 1;
    boolean isOwner = after.isActive() && after.role() == Role.OWNER;
    return isLast && before.isActive() && before.role() == Role.OWNER && !isOwner
        ? Refused.of(ErrorCode.CONFLICT, "The last active owner stays")
        : null;
  }
}
