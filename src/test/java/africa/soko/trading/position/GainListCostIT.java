package africa.soko.trading.position;

import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.platform.db.Rows;
import africa.soko.platform.id.Ulid;
import africa.soko.testing.BooksDatabase;
import africa.soko.testing.QueryCost;
import africa.soko.trading.position.GainStore.Filter;
import africa.soko.trading.position.GainStore.Query;
import africa.soko.trading.position.GainStore.Totals;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Realised gains and tax lots cost what they show, and totals what the account has traded in,
/// however much it has sold: 200,000 sales, one a minute, of 98 instruments, twenty of which failed
/// to settle, and 200,000 lots.
class GainListCostIT {
  private static final int SALES = 200_000;
  private static final int PAGE = 51;
  private static final Instant FIRST = Instant.parse("2026-01-01T00:00:00.000Z");
  private static final String SOLD =
      """
      INSERT INTO disposal (partner_id, disposal_id, account_id, symbol, order_id, fill, lot_id,
        quantity, acquired_at, disposed_at, cost_basis, proceeds, reversed, earlier_cost,
        earlier_proceeds)
      SELECT 'p', id, 'sub', symbol, 'ord_' || n, 2, 'lot_' || n, 1, at, at, n * 10000,
        n * 11000, n % 10000 = 77, coalesce(sum(n * 10000) OVER earlier, 0),
        coalesce(sum(n * 11000) OVER earlier, 0)
      FROM unnest($1::text[], $2::timestamptz[]) WITH ORDINALITY AS made(id, at, n),
        LATERAL (SELECT CASE WHEN n IN (7, 9) THEN 'RARE.KE'
                             ELSE 'S' || n % 97 || '.KE' END AS symbol) AS named
      WINDOW earlier AS (PARTITION BY CASE WHEN n IN (7, 9) THEN 'RARE.KE'
          ELSE 'S' || n % 97 || '.KE' END
        ORDER BY id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
      """;
  private static final String HELD =
      """
      INSERT INTO holding (partner_id, account_id, symbol, holding_id, exchange, quantity, reserved,
        cost_basis, sold_cost, sold_proceeds, sold_last)
      SELECT 'p', 'sub', symbol, 'hld_' || symbol, 'NSE', count(*), 0, 0, sum(cost_basis),
        sum(proceeds), max(disposal_id)
      FROM disposal GROUP BY symbol;
      INSERT INTO lot (partner_id, lot_id, account_id, symbol, order_id, fill, acquired_at,
        original_quantity, original_cost, remaining_quantity, remaining_cost)
      SELECT 'p', lot_id, 'sub', symbol, order_id, 2, acquired_at, 1, 0, 1, 0 FROM disposal;
      """;
  private static final String COUNTED =
      """
      SELECT coalesce(sum(cost_basis), 0)::bigint AS cost,
             coalesce(sum(proceeds), 0)::bigint AS proceeds
      FROM disposal
      WHERE NOT reversed AND ($1::text IS NULL OR symbol = $1)
        AND ($2::timestamptz IS NULL OR disposed_at >= $2)
        AND ($3::timestamptz IS NULL OR disposed_at < $3)
      """;

  private static Vertx vertx;
  private static BooksDatabase books;

  @BeforeAll
  static void fill() {
    vertx = Vertx.vertx();
    books = new BooksDatabase(vertx);
    var ids =
        IntStream.rangeClosed(1, SALES)
            .mapToObj(n -> Disposal.PREFIX + Ulid.firstOf(at(n)).plus(n))
            .toArray(String[]::new);
    var times =
        IntStream.rangeClosed(1, SALES)
            .mapToObj(n -> at(n).atOffset(ZoneOffset.UTC))
            .toArray(OffsetDateTime[]::new);
    books.pool().preparedQuery(SOLD).execute(Tuple.tuple().addValue(ids).addValue(times)).await();
    books.run(HELD);
    books.run("VACUUM ANALYZE disposal, holding, lot");
  }

  @AfterAll
  static void end() {
    vertx.close().await();
  }

  @ParameterizedTest
  @CsvSource({
    ", , , 150",
    "S13.KE, , , 40",
    "RARE.KE, , , 40",
    "NONE.KE, , , 40",
    ", 100000, , 700",
    ", , 100000, 700",
    ", 90000, 110000, 1200",
    ", 100000, 99999, 1200",
    ", 0, 300000, 1200",
    ", 200000, , 700",
    "S13.KE, 90000, 110000, 60",
    "RARE.KE, 8, 10, 60",
    "S77.KE, 1, , 60",
  })
  void totals_are_the_difference_of_two_sums(
      String symbol, Integer from, Integer before, long buffers) {
    var filter = new Filter(symbol, moment(from), moment(before));
    var query = GainStore.totalsOf("p", "sub", filter);
    assertThat(totals(query)).isEqualTo(counted(filter));
    check(query, 1, buffers);
  }

  @Test
  void the_newest() {
    check(disposals(null, null, null, null), PAGE, 80);
    check(disposals(null, null, null, Disposal.firstOf(at(SALES / 2))), PAGE, 80);
    check(disposals("S13.KE", null, null, null), PAGE, 80);
    check(disposals("S13.KE", null, null, Disposal.firstOf(at(SALES / 2))), PAGE, 80);
    check(disposals("RARE.KE", null, null, null), 2, 20);
    check(disposals("NONE.KE", null, null, null), 0, 10);
  }

  @Test
  void those_of_a_span() {
    check(disposals(null, 100_000, 100_010, null), 10, 30);
    check(disposals(null, null, 4, null), 3, 20);
    check(disposals("S13.KE", 100_000, 100_970, null), 10, 30);
    check(disposals("RARE.KE", 100, null, null), 0, 10);
  }

  @Test
  void open_lots() {
    check(GainStore.lotsOf("p", "sub", null, null, PAGE), PAGE, 300);
    check(GainStore.lotsOf("p", "sub", null, "S50.KE|lot_1", PAGE), PAGE, 300);
    check(GainStore.lotsOf("p", "sub", "S13.KE", null, PAGE), PAGE, 300);
    check(GainStore.lotsOf("p", "sub", "S13.KE", "S13.KE|lot_5", PAGE), PAGE, 300);
    check(GainStore.lotsOf("p", "sub", "RARE.KE", null, PAGE), 2, 30);
  }

  private static Query disposals(String symbol, Integer from, Integer before, String after) {
    var filter = new Filter(symbol, moment(from), moment(before));
    return GainStore.disposalsOf("p", "sub", filter, after, PAGE);
  }

  private static Totals totals(Query query) {
    var rows = books.pool().preparedQuery(query.sql()).execute(query.values()).await();
    return Rows.map(rows, Totals::read).getFirst();
  }

  private static Totals counted(Filter filter) {
    var from = filter.from() == null ? null : filter.from().atOffset(ZoneOffset.UTC);
    var before = filter.before() == null ? null : filter.before().atOffset(ZoneOffset.UTC);
    var values = Tuple.tuple().addValue(filter.symbol()).addValue(from).addValue(before);
    return totals(new Query(COUNTED, values));
  }

  private static void check(Query query, long rows, long buffers) {
    var cost = QueryCost.of(books.pool(), query.sql(), query.values());
    var as = query.sql() + query.values().deepToString();
    assertThat(cost.rows()).as(as).isEqualTo(rows);
    assertThat(cost.buffers()).as(as).isLessThanOrEqualTo(buffers);
  }

  private static Instant moment(Integer n) {
    return n == null ? null : at(n);
  }

  private static Instant at(int n) {
    return FIRST.plus(Duration.ofMinutes(n));
  }
}
