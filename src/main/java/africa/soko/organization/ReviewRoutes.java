package africa.soko.organization;

import africa.soko.edge.Answer;
import africa.soko.edge.Call;
import africa.soko.edge.Consent.Stake;
import africa.soko.edge.Contract;
import africa.soko.edge.ErrorCode;
import africa.soko.edge.Input;
import africa.soko.edge.Refused;
import africa.soko.ledger.Ledger;
import africa.soko.organization.ReviewedMember.Verdict;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The operations on access reviews.
final class ReviewRoutes {
  private static final int PAGE_DEFAULT = 50;
  private static final int PAGE_MAX = 200;

  private final Ledger ledger;
  private final ReviewStore store;
  private final Runnable changed;

  record Listed(
      String reviewId,
      AccessReview.Status status,
      String openedBy,
      Instant createdAt,
      @Nullable Instant doneAt) {
    static Listed of(AccessReview of) {
      return new Listed(of.reviewId(), of.status(), of.openedBy(), of.createdAt(), of.doneAt());
    }
  }

  record ReviewPage(
      List<Listed> reviews, int count, boolean hasMore, @Nullable String nextCursor) {}

  record Decisions(List<DecideReview.One> decisions) {
    Decisions checked() {
      if (decisions.isEmpty() || decisions.size() > InviteMember.MEMBERS_MAX) {
        throw Input.invalid(
            "decisions", "must have 1 to %d of them".formatted(InviteMember.MEMBERS_MAX));
      }
      for (var one : decisions) {
        if ((one.decision() == Verdict.CHANGE) != (one.role() != null)) {
          throw Input.invalid("decisions", "have a role where it changes, and only there");
        }
      }
      return this;
    }
  }

  record Stakes(String reviewId, List<DecideReview.One> decisions) {}

  /// @param changed called when it may have changed what sessions may do
  ReviewRoutes(Ledger ledger, ReviewStore store, Runnable changed) {
    this.ledger = ledger;
    this.store = store;
    this.changed = changed;
  }

  void bind(Contract contract) {
    contract.read("listReviews", this::list);
    contract.read("getReview", this::get);
    contract.change("openReview", this::open);
    contract.change("decideReview", this::decide, ReviewRoutes::stake);
  }

  private Future<Answer> list(Call call) {
    var page = call.query().page(PAGE_DEFAULT, PAGE_MAX);
    return store
        .page(call.caller().partnerId(), page)
        .map(
            found -> {
              var slice = page.slice(found, AccessReview::reviewId);
              return Answer.ok(
                  new ReviewPage(
                      slice.items().stream().map(Listed::of).toList(),
                      slice.count(),
                      slice.hasMore(),
                      slice.nextCursor()));
            });
  }

  private Future<Answer> get(Call call) {
    var partnerId = call.caller().partnerId();
    return store
        .find(partnerId, call.path("reviewId"))
        .map(
            found ->
                found.orElseThrow(
                    () -> Refused.of(ErrorCode.NOT_FOUND, "No such review").asException()))
        .compose(
            review ->
                store
                    .members(partnerId, review.reviewId())
                    .map(members -> Answer.ok(ReviewView.of(review, members))));
  }

  private Future<Answer> open(Call call) {
    var caller = call.caller();
    return ledger.send(new OpenReview(caller.partnerId(), Actor.of(caller)), call.origin());
  }

  /// To keep or to remove somebody waits for nobody.
  private static Stake stake(Call call) {
    var asked = call.body(Decisions.class).checked();
    return asked.decisions.stream().anyMatch(one -> one.decision() == Verdict.CHANGE)
        ? Stake.of(new Stakes(call.path("reviewId"), asked.decisions))
        : Stake.none();
  }

  private Future<Answer> decide(Call call) {
    var caller = call.caller();
    var asked = call.body(Decisions.class).checked();
    return ledger
        .send(
            new DecideReview(
                caller.partnerId(), Actor.of(caller), call.path("reviewId"), asked.decisions),
            call.origin())
        .onComplete(_ -> changed.run());
  }
}
