package africa.soko.trading.order;

import africa.soko.edge.Page;
import africa.soko.platform.db.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reads of orders and their reports.
public final class OrderStore {
  /// The largest total that is counted exactly (DECISIONS 6).
  static final int TOTAL_MAX = 10_000;

  private static final String FILTER =
      """
       FROM orders WHERE partner_id = $1 AND account_id = $2
        AND ($3::text[] IS NULL OR status = ANY($3)) AND ($4::text IS NULL OR symbol = $4)
        AND ($5::timestamptz IS NULL OR created_at >= $5)
        AND ($6::timestamptz IS NULL OR created_at < $6)
      """;
  private static final String PAGE =
      "SELECT *"
          + FILTER
          + " AND ($7::text IS NULL OR order_id < $7) ORDER BY order_id DESC LIMIT $8";
  private static final String COUNT =
      "SELECT count(*) FROM (SELECT 1" + FILTER + " LIMIT $7) AS found";
  private static final String ONE =
      "SELECT * FROM orders WHERE partner_id = $1 AND account_id = $2 AND order_id = $3";
  private static final String TEST_ONE =
      "SELECT * FROM orders WHERE partner_id = $1 AND order_id = $2 AND test";
  // An order is kept under its account, which is not named here: one search for each account.
  private static final String ANY =
      """
      SELECT o.* FROM account a JOIN orders o USING (partner_id, account_id)
      WHERE a.partner_id = $1 AND o.order_id = $2
      """;
  private static final String TESTS =
      """
      SELECT * FROM orders WHERE partner_id = $1 AND test AND ($2::text IS NULL OR status = $2)
      ORDER BY order_id DESC LIMIT $3
      """;
  private static final String REPORTS =
      "SELECT * FROM execution_report WHERE partner_id = $1 AND order_id = $2 ORDER BY sequence";

  private final Pool pool;

  /// What a caller wants to see of the orders of an account; null does not restrict.
  ///
  /// @param before the first moment that is too late
  public record Filter(
      @Nullable List<Order.Status> statuses,
      @Nullable String symbol,
      @Nullable Instant from,
      @Nullable Instant before) {}

  public OrderStore(Pool pool) {
    this.pool = pool;
  }

  /// Newest first, one more than the page if there are more.
  public Future<List<Order>> page(String partnerId, String accountId, Filter filter, Page page) {
    return pool.preparedQuery(PAGE)
        .execute(
            filtered(partnerId, accountId, filter)
                .addValue(page.after())
                .addValue(page.limit() + 1))
        .map(rows -> Rows.map(rows, OrderTable.ORDERS::read));
  }

  /// How many there are, counted up to one more than [#TOTAL_MAX].
  public Future<Long> count(String partnerId, String accountId, Filter filter) {
    return pool.preparedQuery(COUNT)
        .execute(filtered(partnerId, accountId, filter).addValue(TOTAL_MAX + 1))
        .map(rows -> rows.iterator().next().getLong(0));
  }

  public Future<Optional<Order>> find(String partnerId, String accountId, String orderId) {
    return pool.preparedQuery(ONE)
        .execute(Tuple.of(partnerId, accountId, orderId))
        .map(rows -> Rows.first(rows, OrderTable.ORDERS::read));
  }

  /// An order of any account, those that the sandbox's test tools made first.
  public Future<Optional<Order>> findAny(String partnerId, String orderId) {
    return one(TEST_ONE, partnerId, orderId)
        .compose(
            found ->
                found.isPresent() ? Future.succeededFuture(found) : one(ANY, partnerId, orderId));
  }

  private Future<Optional<Order>> one(String sql, String partnerId, String orderId) {
    return pool.preparedQuery(sql)
        .execute(Tuple.of(partnerId, orderId))
        .map(rows -> Rows.first(rows, OrderTable.ORDERS::read));
  }

  public Future<List<Order>> tests(String partnerId, Order.@Nullable Status status, int limit) {
    return pool.preparedQuery(TESTS)
        .execute(
            Tuple.of(partnerId).addValue(status == null ? null : status.name()).addValue(limit))
        .map(rows -> Rows.map(rows, OrderTable.ORDERS::read));
  }

  /// In the order in which they were written.
  public Future<List<ExecutionReport>> reports(String partnerId, String orderId) {
    return pool.preparedQuery(REPORTS)
        .execute(Tuple.of(partnerId, orderId))
        .map(rows -> Rows.map(rows, ExecutionReport.TABLE::read));
  }

  private static Tuple filtered(String partnerId, String accountId, Filter filter) {
    var statuses = filter.statuses();
    return Tuple.of(partnerId, accountId)
        .addValue(
            statuses == null ? null : statuses.stream().map(Enum::name).toArray(String[]::new))
        .addValue(filter.symbol())
        .addValue(time(filter.from()))
        .addValue(time(filter.before()));
  }

  private static @Nullable OffsetDateTime time(@Nullable Instant instant) {
    return instant == null ? null : instant.atOffset(ZoneOffset.UTC);
  }
}
