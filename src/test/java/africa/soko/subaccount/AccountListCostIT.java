package africa.soko.subaccount;

import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.testing.BooksDatabase;
import africa.soko.testing.QueryCost;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Tuple;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Lists of sub-accounts cost what they show, with 100,000 of them, and buying power costs what is
/// unsettled, with 20,000 orders.
class AccountListCostIT {
  private static final String LAST = "sub_~";
  private static final int PAGE = 101;

  private static Vertx vertx;
  private static BooksDatabase books;

  @BeforeAll
  static void fill() {
    vertx = Vertx.vertx();
    books = new BooksDatabase(vertx);
    books.run(
        """
        INSERT INTO sub_account (partner_id, sub_account_id, display_name, created_at, updated_at)
        SELECT 'p', 'sub_' || lpad(n::text, 26, '0'), 'A', now(), now()
        FROM generate_series(1, 100000) AS n;
        INSERT INTO account (partner_id, account_id, status, kyc_status, cash, escrow, unsettled,
          entries)
        SELECT 'p', 'sub_' || lpad(n::text, 26, '0'), CASE WHEN n <= 7 THEN 'CLOSED' ELSE 'ACTIVE' END,
          'VERIFIED', 0, 0, 0, 0
        FROM generate_series(1, 100000) AS n;
        INSERT INTO account (partner_id, account_id, status, kyc_status, cash, escrow, unsettled,
          entries) VALUES ('p', 'master', 'ACTIVE', 'PENDING', 0, 0, 0, 0);
        INSERT INTO orders (partner_id, order_id, account_id, side, kind, symbol, exchange, currency,
          quantity, test, base_fee_bps, markup_fee_bps, status, filled_quantity, reserved,
          escrow_gross, escrow_fee, gross, base_fee, markup_fee, fx_rate, settlement_status,
          settlement_date, report_count, created_at, updated_at)
        SELECT 'p', 'ord_' || lpad(n::text, 26, '0'), 'master', 'SELL', 'MARKET', 'SCOM.KE', 'NSE',
          'KES', 10, false, 100, 50, 'FILLED', 10, 0, 0, 0, 10000000, 100000, 50000, 129,
          CASE WHEN n <= 5 THEN 'UNSETTLED' ELSE 'SETTLED' END, '2026-03-05', 2, now(), now()
        FROM generate_series(1, 20000) AS n
        """);
    for (var table : new String[] {"sub_account", "account", "orders"}) {
      books.run("VACUUM ANALYZE " + table);
    }
  }

  @AfterAll
  static void end() {
    vertx.close().await();
  }

  @Test
  void sub_accounts_by_a_rare_status() {
    check(SubAccountStore.PAGE_OF_STATUS, Tuple.of("p", LAST, PAGE, "CLOSED"), 7, 60);
    check(SubAccountStore.PAGE_OF_STATUS, Tuple.of("p", LAST, PAGE, "FROZEN"), 0, 10);
    check(SubAccountStore.TOTAL_OF_STATUS, Tuple.of("p", 10_001, "CLOSED"), 1, 10);
    check(SubAccountStore.TOTAL_OF_STATUS, Tuple.of("p", 10_001, "FROZEN"), 1, 10);
  }

  @Test
  void sub_accounts_by_the_usual_status_and_all_of_them() {
    check(SubAccountStore.PAGE_OF_STATUS, Tuple.of("p", LAST, PAGE, "ACTIVE"), PAGE, 700);
    check(SubAccountStore.PAGE, Tuple.of("p", LAST, PAGE), PAGE, 700);
    check(SubAccountStore.TOTAL_OF_STATUS, Tuple.of("p", 10_001, "ACTIVE"), 1, 600);
    check(SubAccountStore.TOTAL, Tuple.of("p", 10_001), 1, 600);
  }

  @Test
  void what_is_unsettled() {
    check(SubAccountStore.TRANCHES, Tuple.of("p", "master"), 5, 20);
    check(SubAccountStore.TRANCHES, Tuple.of("p", "sub_none"), 0, 10);
  }

  private static void check(String sql, Tuple tuple, long rows, long buffers) {
    var cost = QueryCost.of(books.pool(), sql, tuple);
    assertThat(cost.rows()).as(sql).isEqualTo(rows);
    assertThat(cost.buffers()).as(sql).isLessThanOrEqualTo(buffers);
  }
}
