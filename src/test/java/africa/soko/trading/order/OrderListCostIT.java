package africa.soko.trading.order;

import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.platform.id.Ulid;
import africa.soko.testing.BooksDatabase;
import africa.soko.testing.QueryCost;
import africa.soko.trading.order.OrderStore.Filter;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// A list of orders costs what it shows, however many orders the account has: 200,000, one a
/// minute, of 98 instruments, all but ten of them filled.
class OrderListCostIT {
  private static final int ORDERS = 200_000;
  private static final int STRIDE = 20_000;
  private static final int PAGE = 51;
  private static final Instant FIRST = Instant.parse("2026-01-01T00:00:00Z");
  private static final Filter ALL = new Filter(null, null, null, null);
  private static final String INSERT =
      """
      INSERT INTO orders (partner_id, order_id, account_id, side, kind, symbol, exchange, currency,
        quantity, test, base_fee_bps, markup_fee_bps, status, filled_quantity, reserved,
        escrow_gross, escrow_fee, gross, base_fee, markup_fee, fx_rate, settlement_status,
        settlement_date, report_count, created_at, updated_at)
      SELECT 'p', id, 'master', CASE n % 2 WHEN 0 THEN 'BUY' ELSE 'SELL' END, 'MARKET',
        CASE WHEN n IN (7, 9) THEN 'RARE.KE' ELSE 'S' || n % 98 || '.KE' END, 'NSE', 'KES', 10,
        false, 100, 50, CASE WHEN n < 10 THEN 'REJECTED' ELSE 'FILLED' END, 10, 0, 0, 0, 10000000,
        100000, 50000, 129, CASE WHEN n >= $3 THEN 'UNSETTLED' ELSE 'SETTLED' END, '2026-03-05', 2,
        at, at
      FROM unnest($1::text[], $2::timestamptz[]) WITH ORDINALITY AS made(id, at, place),
        LATERAL (SELECT (place - 1 + $4)::int AS n) AS numbered
      """;

  private static Vertx vertx;
  private static BooksDatabase books;
  private static OrderStore store;

  @BeforeAll
  static void fill() {
    vertx = Vertx.vertx();
    books = new BooksDatabase(vertx);
    store = new OrderStore(books.pool(), true);
    for (int start = 0; start < ORDERS; start += STRIDE) {
      var from = start;
      var ids =
          IntStream.range(from, from + STRIDE)
              .mapToObj(n -> Terms.ID_PREFIX + Ulid.firstOf(at(n)).plus(n))
              .toArray(String[]::new);
      var times =
          IntStream.range(from, from + STRIDE)
              .mapToObj(n -> at(n).atOffset(ZoneOffset.UTC))
              .toArray(OffsetDateTime[]::new);
      var tuple = Tuple.tuple().addValue(ids).addValue(times);
      books
          .pool()
          .preparedQuery(INSERT)
          .execute(tuple.addValue(ORDERS - 20).addValue(from))
          .await();
    }
    books.run("VACUUM ANALYZE orders");
  }

  @AfterAll
  static void end() {
    vertx.close().await();
  }

  @Test
  void the_newest() {
    page(ALL, PAGE, 80);
  }

  @Test
  void by_a_rare_status() {
    var rejected = new Filter(Order.Status.REJECTED, null, null, null);
    page(rejected, 10, 30);
    count(rejected, 10, 10);
    var working = new Filter(Order.Status.WORKING, null, null, null);
    page(working, 0, 10);
    count(working, 0, 10);
  }

  @Test
  void by_the_usual_status() {
    page(new Filter(Order.Status.FILLED, null, null, null), PAGE, 80);
  }

  @Test
  void by_symbol() {
    page(new Filter(null, "S13.KE", null, null), PAGE, 80);
    count(new Filter(null, "S13.KE", null, null), 2_041, 200);
    page(new Filter(null, "RARE.KE", null, null), 2, 20);
    page(new Filter(null, "NONE.KE", null, null), 0, 10);
  }

  @Test
  void by_status_and_symbol() {
    page(new Filter(Order.Status.REJECTED, "RARE.KE", null, null), 2, 30);
    page(new Filter(Order.Status.FILLED, "RARE.KE", null, null), 0, 20);
    page(new Filter(Order.Status.REJECTED, "S13.KE", null, null), 0, 30);
  }

  @Test
  void by_time() {
    var middle = at(ORDERS / 2);
    page(new Filter(null, null, null, at(3)), 3, 80);
    page(new Filter(null, null, middle, middle.plusSeconds(600)), 10, 90);
    page(new Filter(null, null, middle, null), PAGE, 80);
    page(new Filter(null, null, null, middle), PAGE, 150);
    page(new Filter(null, null, at(ORDERS).plusSeconds(600), null), 0, 10);
    page(new Filter(null, null, null, FIRST), 0, 90);
    count(new Filter(null, null, middle, middle.plusSeconds(600)), 10, 90);
  }

  @Test
  void a_total_is_counted_up_to_its_limit_and_no_further() {
    count(ALL, OrderStore.TOTAL_MAX + 1, 600);
    count(new Filter(Order.Status.FILLED, null, null, null), OrderStore.TOTAL_MAX + 1, 11_000);
  }

  /// From where a page before has ended, in the middle of the list.
  @Test
  void any_later_page() {
    var after = Terms.ID_PREFIX + Ulid.firstOf(at(ORDERS / 2));
    var query = store.filtered(new Filter(null, "S13.KE", null, null), after);
    check(query.page(), query.tuple("p", "master", PAGE), PAGE, 80);
  }

  private static void page(Filter filter, long rows, long buffers) {
    var query = store.filtered(filter, null);
    check(query.page(), query.tuple("p", "master", PAGE), rows, buffers);
  }

  private static void count(Filter filter, long counted, long buffers) {
    var query = store.filtered(filter, null);
    var tuple = query.tuple("p", "master", OrderStore.TOTAL_MAX + 1);
    var found = books.pool().preparedQuery(query.count()).execute(tuple).await();
    assertThat(found.iterator().next().getLong(0)).isEqualTo(counted);
    check(query.count(), tuple, 1, buffers);
  }

  private static void check(String sql, Tuple tuple, long rows, long buffers) {
    var cost = QueryCost.of(books.pool(), sql, tuple);
    assertThat(cost.rows()).as(sql).isEqualTo(rows);
    assertThat(cost.buffers()).as("%s %s", sql, tuple.deepToString()).isLessThanOrEqualTo(buffers);
  }

  private static Instant at(int n) {
    return FIRST.plus(Duration.ofMinutes(n));
  }
}
