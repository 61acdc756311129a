package africa.soko.trading.order;

import africa.soko.edge.Page;
import africa.soko.platform.db.Rows;
import africa.soko.platform.id.Ulid;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reads of orders and their reports.
public final class OrderStore {
  /// The largest total that is counted exactly (DECISIONS 6).
  static final int TOTAL_MAX = 10_000;

  private static final String OF_ACCOUNT = " FROM orders WHERE partner_id = $1 AND account_id = $2";

  /// An order has its identifier no earlier than its time, by the clock of its node, and not much
  /// later.
  private static final Duration ID_LATER_MAX = Duration.ofMinutes(1);

  private static final String ONE =
      "SELECT * FROM orders WHERE partner_id = $1 AND account_id = $2 AND order_id = $3";
  // An order is kept under its account, which its reports name.
  private static final String ANY =
      """
      SELECT * FROM orders
      WHERE partner_id = $1 AND order_id = $2 AND account_id = (
        SELECT account_id FROM execution_report WHERE partner_id = $1 AND order_id = $2 LIMIT 1)
      """;
  private static final String TESTS =
      """
      SELECT * FROM orders WHERE partner_id = $1 AND test AND ($2::text IS NULL OR status = $2)
      ORDER BY order_id DESC LIMIT $3
      """;
  private static final String REPORTS =
      "SELECT * FROM execution_report WHERE partner_id = $1 AND order_id = $2 ORDER BY sequence";

  private final Pool pool;
  private final boolean ofRealTime;

  /// What a caller wants to see of the orders of an account; null does not restrict.
  ///
  /// @param before the first moment that is too late
  public record Filter(
      Order.@Nullable Status status,
      @Nullable String symbol,
      @Nullable Instant from,
      @Nullable Instant before) {}

  /// @param pool whose connections look into the schema of an environment
  /// @param ofRealTime whether orders have the real time, as no partner's clock runs ahead there
  public OrderStore(Pool pool, boolean ofRealTime) {
    this.pool = pool;
    this.ofRealTime = ofRealTime;
  }

  /// Newest first, one more than the page if there are more.
  public Future<List<Order>> page(String partnerId, String accountId, Filter filter, Page page) {
    var query = filtered(filter, page.after());
    return pool.preparedQuery(query.page())
        .execute(query.tuple(partnerId, accountId, page.limit() + 1))
        .map(rows -> Rows.map(rows, OrderTable.ORDERS::read));
  }

  /// How many there are, counted up to one more than [#TOTAL_MAX].
  public Future<Long> count(String partnerId, String accountId, Filter filter) {
    var query = filtered(filter, null);
    return pool.preparedQuery(query.count())
        .execute(query.tuple(partnerId, accountId, TOTAL_MAX + 1))
        .map(rows -> rows.iterator().next().getLong(0));
  }

  public Future<Optional<Order>> find(String partnerId, String accountId, String orderId) {
    return pool.preparedQuery(ONE)
        .execute(Tuple.of(partnerId, accountId, orderId))
        .map(rows -> Rows.first(rows, OrderTable.ORDERS::read));
  }

  /// An order of any account.
  public Future<Optional<Order>> findAny(String partnerId, String orderId) {
    return pool.preparedQuery(ANY)
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

  /// Only what is asked for is in the statement, so that each finds the index that it needs.
  Query filtered(Filter filter, @Nullable String after) {
    var query = new Query();
    var status = filter.status();
    if (status != null) {
      query.add("status =", status.name());
      // The index has what is not filled; the rest is most of all orders.
      if (status != Order.Status.FILLED) query.also("status <> 'FILLED'");
    }
    if (filter.symbol() != null) query.add("symbol =", filter.symbol());
    var from = filter.from();
    if (from != null) {
      query.add("created_at >=", from.atOffset(ZoneOffset.UTC));
      if (ofRealTime) query.add("order_id >=", id(from));
    }
    var before = filter.before();
    if (before != null) {
      query.add("created_at <", before.atOffset(ZoneOffset.UTC));
      query.add("order_id <", id(before.plus(ID_LATER_MAX)));
    }
    if (after != null) query.add("order_id <", after);
    return query;
  }

  private static String id(Instant moment) {
    return Terms.ID_PREFIX + Ulid.firstOf(moment);
  }

  /// A statement that is put together from what is asked for.
  static final class Query {
    private final StringBuilder conditions = new StringBuilder(OF_ACCOUNT);
    private final List<Object> values = new ArrayList<>();

    private void add(String comparison, Object value) {
      values.add(value);
      also(comparison + " $" + (values.size() + 2));
    }

    private void also(String condition) {
      conditions.append(" AND ").append(condition);
    }

    String page() {
      return "SELECT *" + conditions + " ORDER BY order_id DESC LIMIT " + limit();
    }

    String count() {
      return "SELECT count(*) FROM (SELECT%s ORDER BY order_id LIMIT %s) AS found"
          .formatted(conditions, limit());
    }

    Tuple tuple(String partnerId, String accountId, int limit) {
      var tuple = Tuple.of(partnerId, accountId);
      values.forEach(tuple::addValue);
      return tuple.addValue(limit);
    }

    private String limit() {
      return "$" + (values.size() + 3);
    }
  }
}
