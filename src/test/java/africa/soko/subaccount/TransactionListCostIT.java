package africa.soko.subaccount;

import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.ledger.Transfer;
import africa.soko.testing.BooksDatabase;
import africa.soko.testing.QueryCost;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Tuple;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// A list of transactions costs what it shows, or what it looks through, however long the history
/// of the wallet is: 200,000 trades of one account, whose fees are in the master wallet, with a
/// deposit before each 20,000th and three withdrawals and one adjustment among them.
class TransactionListCostIT {
  private static final int TRADES = 200_000;
  private static final int PAGE = 51;

  private static Vertx vertx;
  private static BooksDatabase books;
  private static TransactionStore store;

  @BeforeAll
  static void fill() {
    vertx = Vertx.vertx();
    books = new BooksDatabase(vertx);
    store = new TransactionStore(books.pool());
    books.run(
        """
        INSERT INTO posting (partner_id, posting_id, account_id, entry, balance, other_id,
          other_entry, other_balance, legs, order_id, created_at)
        SELECT 'p', 'txn_' || lpad(n::text, 26, '0'), 'sub', n * 2, 0,
          CASE WHEN is_trade OR is_deposit THEN 'master' END,
          CASE WHEN is_trade OR is_deposit THEN n END, CASE WHEN is_trade OR is_deposit THEN 0 END,
          CASE WHEN is_deposit THEN '0 DEPOSIT W2 W1 1000000,1 DEPOSIT W2 W1 1000000'
               WHEN n IN (7, 77, 777) THEN '0 WITHDRAWAL W1 O 1000000,1 WITHDRAWAL W1 O 1000000'
               WHEN n = 100000 THEN '0 ADJUSTMENT W1 V 1000000,1 REFUND F W1 10000'
               ELSE '0 INVEST W1 E1 1000000,1 FEE W1 E1 10000,2 FEE E1 W2 5000' END,
          CASE WHEN is_trade OR n = 100000 THEN 'ord_' || lpad(n::text, 26, '0') END, now()
        FROM generate_series(1, %d) AS n, LATERAL (SELECT n %% 20000 = 1 AS is_deposit) AS d,
          LATERAL (SELECT NOT is_deposit AND n NOT IN (7, 77, 777, 100000) AS is_trade) AS t
        """
            .formatted(TRADES));
    books.run("VACUUM ANALYZE posting");
  }

  @AfterAll
  static void end() {
    vertx.close().await();
  }

  @Test
  void the_newest() {
    var sub = Tuple.of("p", "sub", 2L * TRADES + 1, PAGE);
    check(TransactionStore.ALL, sub, PAGE, 80);
    check(TransactionStore.ALL, Tuple.of("p", "master", TRADES + 1L, PAGE), PAGE, 80);
    check(TransactionStore.ALL, Tuple.of("p", "sub", 200_000L, PAGE), PAGE + 1, 80);
  }

  @Test
  void what_is_no_trade() {
    kind("sub", Transfer.Type.DEPOSIT, 10, 60);
    kind("master", Transfer.Type.DEPOSIT, 10, 60);
    kind("sub", Transfer.Type.WITHDRAWAL, 3, 40);
    kind("master", Transfer.Type.WITHDRAWAL, 0, 30);
    kind("sub", Transfer.Type.ADJUSTMENT, 1, 30);
    kind("sub", Transfer.Type.DIVIDEND, 0, 30);
  }

  @Test
  void what_trades_make() {
    trades("sub", 2L * TRADES + 1, Transfer.Type.INVEST, PAGE, 80);
    trades("sub", 2L * TRADES + 1, Transfer.Type.SELL, 0, 150);
    // The posting at the cursor, and one that has it.
    trades("sub", 200_001, Transfer.Type.REFUND, 2, 150);
    trades("master", TRADES + 1L, Transfer.Type.FEE, PAGE, 80);
    trades("master", TRADES + 1L, Transfer.Type.SELL, 0, 150);
  }

  /// A client that follows the cursor sees all of them, in as many requests as there are windows.
  @Test
  void what_is_rare_is_found_window_by_window() {
    var before = 2L * TRADES + 1;
    var requests = 0;
    var found = 0;
    while (before > 1) {
      var page = store.page("p", "sub", Transfer.Type.REFUND, before, 50).await();
      found += page.entries().size();
      before = page.from();
      requests++;
    }
    assertThat(found).isEqualTo(1);
    assertThat(requests).isEqualTo(2 * TRADES / TransactionStore.SEARCHED);
  }

  private static void kind(String account, Transfer.Type type, long rows, long buffers) {
    var tuple = Tuple.of("p", account, 2L * TRADES + 1, PAGE, type.name());
    check(TransactionStore.KIND, tuple, rows, buffers);
  }

  private static void trades(
      String account, long before, Transfer.Type type, long rows, long buffers) {
    var from = before - TransactionStore.SEARCHED;
    var tuple = Tuple.of("p", account, before, PAGE, type.name(), from);
    check(TransactionStore.TRADES, tuple, rows, buffers);
  }

  private static void check(String sql, Tuple tuple, long rows, long buffers) {
    var cost = QueryCost.of(books.pool(), sql, tuple);
    assertThat(cost.rows()).as("%s %s", sql, tuple.deepToString()).isEqualTo(rows);
    assertThat(cost.buffers()).as("%s %s", sql, tuple.deepToString()).isLessThanOrEqualTo(buffers);
  }
}
