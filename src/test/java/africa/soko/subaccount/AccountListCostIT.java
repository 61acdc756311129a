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
/// unsettled of its account, with 20,000 fills.
class AccountListCostIT {
  private static final String LAST = "sub_ZZZZZZZZZZZZZZZZZZZZZZZZZZZ";
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
        INSERT INTO execution_report (partner_id, order_id, sequence, report_id, report_type, status,
          last_quantity, last_price, cumulative_quantity, leaves_quantity, fee_amount, created_at,
          account_id, side, gross, base_fee, markup_fee, settlement_date, settlement_due_at,
          settlement_status)
        SELECT 'p', 'ord_' || lpad(n::text, 26, '0'), 2, 'rep_' || lpad(n::text, 26, '0'), 'FILL',
          'FILLED', 10, 26, 10, 0, 150000, now(), CASE WHEN n > 6000 THEN 'sub_1' ELSE 'master' END,
          'SELL', 10000000, 100000, 50000, '2026-03-05',
          '2026-03-05Z'::timestamptz + (n % 12) * interval '1 hour',
          CASE WHEN n <= 5 OR n > 6000 THEN 'UNSETTLED' ELSE 'SETTLED' END
        FROM generate_series(1, 20000) AS n
        """);
    for (var table : new String[] {"sub_account", "account", "execution_report"}) {
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
    check(SubAccountStore.TRANCHES, Tuple.of("p", "master"), 5, 80);
    check(SubAccountStore.TRANCHES, Tuple.of("p", "sub_none"), 0, 80);
  }

  private static void check(String sql, Tuple tuple, long rows, long buffers) {
    var cost = QueryCost.of(books.pool(), sql, tuple);
    assertThat(cost.rows()).as(sql).isEqualTo(rows);
    assertThat(cost.buffers()).as(sql).isLessThanOrEqualTo(buffers);
  }
}
