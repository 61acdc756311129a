package africa.soko.organization;

import africa.soko.access.Member;
import africa.soko.access.Role;
import africa.soko.platform.db.Group;
import africa.soko.platform.db.Table;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A member as a review has found it, and what was decided.
///
/// @param decision null until there is one
/// @param newRole of a member who is to have another role
record ReviewedMember(
    String partnerId,
    String reviewId,
    String memberId,
    String email,
    Role role,
    Member.Status status,
    @Nullable Verdict decision,
    @Nullable Role newRole,
    @Nullable String decidedBy,
    @Nullable Instant decidedAt) {

  enum Verdict {
    KEEP,
    REMOVE,
    CHANGE
  }

  static final Table<ReviewedMember> TABLE =
      Table.<ReviewedMember>named("platform.access_review_member")
          .key("partner_id", ReviewedMember::partnerId)
          .key("review_id", ReviewedMember::reviewId)
          .key("member_id", ReviewedMember::memberId)
          .text("email", ReviewedMember::email)
          .constant("role", ReviewedMember::role)
          .constant("status", ReviewedMember::status)
          .fixed()
          .constant("decision", ReviewedMember::decision)
          .constant("new_role", ReviewedMember::newRole)
          .text("decided_by", ReviewedMember::decidedBy)
          .instant("decided_at", ReviewedMember::decidedAt)
          .readBy(
              row ->
                  new ReviewedMember(
                      row.text("partner_id"),
                      row.text("review_id"),
                      row.text("member_id"),
                      row.text("email"),
                      row.constant("role", Role.class),
                      row.constant("status", Member.Status.class),
                      row.maybeConstant("decision", Verdict.class),
                      row.maybeConstant("new_role", Role.class),
                      row.maybeText("decided_by"),
                      row.maybeInstant("decided_at")));

  /// All of a review.
  static final Group<ReviewedMember> ALL =
      new Group<>(
          TABLE,
          List.of("partner_id", "review_id"),
          "true",
          one -> AccessReview.key(one.partnerId, one.reviewId));

  static ReviewedMember found(Member member, String reviewId) {
    return new ReviewedMember(
        member.partnerId(),
        reviewId,
        member.memberId(),
        member.email(),
        member.role(),
        member.status(),
        null,
        null,
        null,
        null);
  }

  ReviewedMember decided(Verdict verdict, @Nullable Role wanted, String by, Instant now) {
    return new ReviewedMember(
        partnerId, reviewId, memberId, email, role, status, verdict, wanted, by, now);
  }
}
