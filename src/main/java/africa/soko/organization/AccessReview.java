package africa.soko.organization;

import africa.soko.platform.db.Group;
import africa.soko.platform.db.Key;
import africa.soko.platform.db.Table;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A look at who the members are, and whether each still has to be one.
///
/// @param openedBy a member or a key
/// @param doneAt when the last member was decided on, or null
record AccessReview(
    String partnerId,
    String reviewId,
    Status status,
    String openedBy,
    Instant createdAt,
    @Nullable Instant doneAt) {

  enum Status {
    OPEN,
    DONE
  }

  static final Table<AccessReview> TABLE =
      Table.<AccessReview>named("platform.access_review")
          .key("partner_id", AccessReview::partnerId)
          .key("review_id", AccessReview::reviewId)
          .text("opened_by", AccessReview::openedBy)
          .instant("created_at", AccessReview::createdAt)
          .fixed()
          .constant("status", AccessReview::status)
          .instant("done_at", AccessReview::doneAt)
          .readBy(
              row ->
                  new AccessReview(
                      row.text("partner_id"),
                      row.text("review_id"),
                      row.constant("status", Status.class),
                      row.text("opened_by"),
                      row.instant("created_at"),
                      row.maybeInstant("done_at")));

  /// Those of an organisation that are open.
  static final Group<AccessReview> OPEN =
      new Group<>(TABLE, List.of("partner_id"), "status <> 'DONE'", one -> Key.of(one.partnerId));

  static Key key(String partnerId, String reviewId) {
    return Key.of(partnerId, reviewId);
  }

  AccessReview done(Instant now) {
    return new AccessReview(partnerId, reviewId, Status.DONE, openedBy, createdAt, now);
  }
}
