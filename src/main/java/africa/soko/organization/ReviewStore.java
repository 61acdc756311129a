package africa.soko.organization;

import africa.soko.edge.Page;
import africa.soko.platform.db.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Optional;

/// Reads the tables of access reviews. They are written by commands.
final class ReviewStore {
  private static final String ONE =
      "SELECT * FROM access_review WHERE partner_id = $1 AND review_id = $2";

  private static final String MEMBERS =
      """
      SELECT * FROM access_review_member WHERE partner_id = $1 AND review_id = $2
      ORDER BY member_id
      """;

  private static final String PAGE =
      """
      SELECT * FROM access_review
      WHERE partner_id = $1 AND ($2::text IS NULL OR review_id < $2)
      ORDER BY review_id DESC LIMIT $3
      """;

  private final SqlClient client;

  /// @param client whose connections look into the schema `platform`
  ReviewStore(SqlClient client) {
    this.client = client;
  }

  Future<Optional<AccessReview>> find(String partnerId, String reviewId) {
    return client
        .preparedQuery(ONE)
        .execute(Tuple.of(partnerId, reviewId))
        .map(rows -> Rows.first(rows, AccessReview.TABLE::read));
  }

  Future<List<ReviewedMember>> members(String partnerId, String reviewId) {
    return client
        .preparedQuery(MEMBERS)
        .execute(Tuple.of(partnerId, reviewId))
        .map(rows -> Rows.map(rows, ReviewedMember.TABLE::read));
  }

  /// Those of one page, newest first, and one more if there are more.
  Future<List<AccessReview>> page(String partnerId, Page page) {
    return client
        .preparedQuery(PAGE)
        .execute(Tuple.of(partnerId, page.after(), page.limit() + 1))
        .map(rows -> Rows.map(rows, AccessReview.TABLE::read));
  }
}
