package africa.soko.organization;

import africa.soko.access.Member;
import africa.soko.access.Role;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A member as it is told.
///
/// @param invitedBy a key or a member; null for who was there at first
/// @param lapsesAt until when an invitation can be taken up; null for everybody else
record MemberView(
    String memberId,
    String email,
    Role role,
    Status status,
    @Nullable String invitedBy,
    Instant createdAt,
    @Nullable Instant lapsesAt,
    @Nullable Instant joinedAt) {

  enum Status {
    INVITED,
    LAPSED,
    ACTIVE,
    SUSPENDED,
    REMOVED
  }

  static MemberView of(Member member, Instant now) {
    return new MemberView(
        member.memberId(),
        member.email(),
        member.role(),
        member.hasLapsed(now) ? Status.LAPSED : Status.valueOf(member.status().name()),
        member.invitedBy(),
        member.createdAt(),
        member.lapsesAt(),
        member.joinedAt());
  }
}
