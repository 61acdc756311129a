package africa.soko.organization;

import africa.soko.access.Member;
import africa.soko.access.Role;
import africa.soko.edge.ErrorCode;
import africa.soko.ledger.Book;
import africa.soko.ledger.Decision;
import africa.soko.ledger.Needs;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Decides on members of a review: all of it holds, or nothing. A member who is kept stays as he
/// is; the others are removed or changed as [MemberChange#change] does it.
///
/// NOT_FOUND for a review or a member that is not in it; CONFLICT for what was decided otherwise.
record DecideReview(String partnerId, Actor by, String reviewId, List<One> decisions)
    implements MemberChange {

  /// @param role of a member who is to have another one
  record One(String memberId, ReviewedMember.Verdict decision, @Nullable Role role) {}

  @Override
  public void needs(Needs needs) {
    MemberChange.super.needs(needs);
    needs.row(AccessReview.TABLE, AccessReview.key(partnerId, reviewId));
    needs.group(ReviewedMember.ALL, AccessReview.key(partnerId, reviewId));
  }

  @Override
  public Decision decide(Book book) {
    var review = book.find(AccessReview.TABLE, AccessReview.key(partnerId, reviewId));
    if (review == null) return Decision.declined(ErrorCode.NOT_FOUND, "No such review");
    for (var one : decisions) {
      var declined = decide(book, one);
      if (declined != null) return declined;
    }
    var members = found(book);
    var isDone = members.stream().allMatch(member -> member.decision() != null);
    if (isDone && review.status() == AccessReview.Status.OPEN) {
      review = review.done(book.realNow());
      book.put(AccessReview.TABLE, review);
    }
    return Decision.accepted(200, ReviewView.of(review, members));
  }

  private @Nullable Decision decide(Book book, One one) {
    var before =
        found(book).stream()
            .filter(member -> member.memberId().equals(one.memberId))
            .findFirst()
            .orElse(null);
    if (before == null) {
      return Decision.declined(ErrorCode.NOT_FOUND, "No such member in the review");
    }
    if (before.decision() != null) {
      return before.decision() == one.decision && Objects.equals(before.newRole(), one.role)
          ? null
          : Decision.declined(ErrorCode.CONFLICT, "The member was decided on otherwise");
    }
    var effect = effect(book, one);
    if (effect instanceof Decision.Declined) return effect;
    var after = before.decided(one.decision, one.role, by.id(), book.realNow());
    book.put(ReviewedMember.TABLE, after);
    return null;
  }

  /// Who has left meanwhile need not be removed.
  private @Nullable Decision effect(Book book, One one) {
    boolean isThere = members(book).stream().anyMatch(m -> m.memberId().equals(one.memberId));
    return switch (one.decision) {
      case KEEP -> null;
      case REMOVE -> isThere ? change(book, one.memberId, null, Member.Status.REMOVED) : null;
      case CHANGE -> change(book, one.memberId, one.role, null);
    };
  }

  private List<ReviewedMember> found(Book book) {
    return book.group(ReviewedMember.ALL, AccessReview.key(partnerId, reviewId));
  }
}
