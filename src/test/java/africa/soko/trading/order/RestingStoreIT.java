package africa.soko.trading.order;

import static africa.soko.ledger.BooksOnDisk.await;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.ledger.BooksOnDisk;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// What a set of prices costs follows what it reaches, not what rests.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RestingStoreIT {
  private static final int RESTING = 100_000;
  private static final int SYMBOLS = 125;
  private static final Duration CYCLE_MAX = Duration.ofMillis(50);

  /// Of every instrument 800 orders on both sides of a price of 100, each some steps away from it.
  private static final String ORDERS =
      """
      INSERT INTO orders (partner_id, order_id, account_id, side, kind, symbol, exchange, currency,
        quantity, test, base_fee_bps, markup_fee_bps, status, filled_quantity, reserved,
        escrow_gross, escrow_fee, gross, base_fee, markup_fee, fx_rate, report_count, created_at,
        updated_at, limit_price, stop_price, time_in_force, expires_at, fx_basis)
      SELECT 'p', 'ord_' || lpad(n::text, 8, '0'), 's' || n %% 1000,
        CASE WHEN n %% 2 = 0 THEN 'BUY' ELSE 'SELL' END,
        CASE WHEN n %% 4 < 2 THEN 'LIMIT' ELSE 'STOP' END,
        'S' || n %% %2$d || '.KE', 'NSE', 'KES', 1, false, 100, 50, 'WORKING', 0, 0,
        0, 0, 1, 1, 1, 1, 1, now(), now(),
        CASE WHEN n %% 4 = 0 THEN 99 - n / %2$d %% 90 WHEN n %% 4 = 1 THEN 101 + n / %2$d %% 90 END,
        CASE WHEN n %% 4 = 2 THEN 101 + n / %2$d %% 90 WHEN n %% 4 = 3 THEN 99 - n / %2$d %% 90 END,
        'DAY', now() + interval '1 day', 1
      FROM generate_series(0, %1$d - 1) AS n;
      INSERT INTO account
      SELECT 'p', 's' || n, NULL, CASE WHEN n = 999 THEN 'FROZEN' ELSE 'ACTIVE' END, NULL,
        'VERIFIED', 'FULL', 0, 0, 0, 0 FROM generate_series(0, 999) AS n;
      ANALYZE orders;
      ANALYZE account;
      """;

  private BooksOnDisk books;
  private RestingStore store;

  @BeforeAll
  void start() {
    books = new BooksOnDisk();
    store = new RestingStore(books.books());
    books.execute(ORDERS.formatted(RESTING, SYMBOLS));
  }

  @AfterAll
  void stop() {
    books.close();
  }

  @Test
  void one_of_a_hundred_thousand_is_found_at_once() {
    var prices = prices("100");
    var untouched = await(store.reached(prices, 500));
    assertThat(untouched).isEmpty();
    // Of S0 some stand at 99 exactly.
    prices.put("S0.KE", new BigDecimal("99"));
    var reached = await(store.reached(prices, 500));
    assertThat(reached).isNotEmpty().allMatch(order -> order.symbol().equals("S0.KE"));
    assertThat(reached).hasSizeLessThan(20);

    var best = Duration.ofDays(1);
    for (int n = 0; n < 20; n++) {
      long start = System.nanoTime();
      await(store.reached(prices, 500));
      var took = Duration.ofNanos(System.nanoTime() - start);
      if (took.compareTo(best) < 0) best = took;
    }
    assertThat(best).isLessThan(CYCLE_MAX);
  }

  /// By counting, so that a slow index that reads everything is caught on a fast machine too.
  @Test
  void all_that_a_price_reaches_is_found_and_nothing_else() {
    for (var price : new String[] {"100", "99", "101", "55", "150", "0.01", "1000"}) {
      var expected =
          """
          SELECT count(*) FROM orders JOIN account USING (partner_id, account_id)
          WHERE account.status = 'ACTIVE' AND symbol = 'S7.KE' AND CASE
            WHEN side = 'BUY' AND kind = 'LIMIT' OR side = 'SELL' AND kind = 'STOP'
            THEN %1$s <= coalesce(limit_price, stop_price)
            ELSE %1$s >= coalesce(limit_price, stop_price) END
          """;
      var found = await(store.reached(Map.of("S7.KE", new BigDecimal(price)), 1_000));
      assertThat((long) found.size()).as(price).isEqualTo(books.ask(expected.formatted(price)));
    }
  }

  private static Map<String, BigDecimal> prices(String price) {
    var prices = new TreeMap<String, BigDecimal>();
    IntStream.range(0, SYMBOLS).forEach(n -> prices.put("S" + n + ".KE", new BigDecimal(price)));
    return prices;
  }
}
