package africa.soko.organization;

import africa.soko.access.Member;
import africa.soko.access.Role;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A review with its members as it is told.
record ReviewView(
    String reviewId,
    AccessReview.Status status,
    String openedBy,
    Instant createdAt,
    @Nullable Instant doneAt,
    List<Item> members) {

  record Item(
      String memberId,
      String email,
      Role role,
      Member.Status status,
      ReviewedMember.@Nullable Verdict decision,
      @Nullable Role newRole,
      @Nullable String decidedBy,
      @Nullable Instant decidedAt) {
    static Item of(ReviewedMember of) {
      return new Item(
          of.memberId(),
          of.email(),
          of.role(),
          of.status(),
          of.decision(),
          of.newRole(),
          of.decidedBy(),
          of.decidedAt());
    }
  }

  static ReviewView of(AccessReview of, List<ReviewedMember> members) {
    return new ReviewView(
        of.reviewId(),
        of.status(),
        of.openedBy(),
        of.createdAt(),
        of.doneAt(),
        members.stream().map(Item::of).toList());
  }
}
