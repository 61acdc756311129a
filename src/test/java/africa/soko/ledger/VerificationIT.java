package africa.soko.ledger;

import static africa.soko.ledger.BooksOnDisk.await;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.Proofs;
import africa.soko.ledger.Verification.Finding;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// A small set of books that adds up, written by hand, and every way in which a row of it can be
/// wrong.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class VerificationIT {
  private static final String BOOKS =
      """
      INSERT INTO account VALUES
        ('p', 'master', NULL, 'ACTIVE', NULL, 'PENDING', NULL, 900000000, 0, 0, 2),
        ('p', 's1', 'x', 'ACTIVE', NULL, 'VERIFIED', 'BASIC', 86500000, 10000000, 10000000, 5);
      UPDATE account SET open_orders = 2, day_ends = '2026-03-04Z' WHERE account_id = 's1';
      INSERT INTO sub_account (partner_id, sub_account_id, display_name, created_at, updated_at)
        VALUES ('p', 's1', 'A', now(), now());
      INSERT INTO sub_account_name VALUES ('p', 'UID', 'u1', 's1', false);
      INSERT INTO equity_day VALUES ('p', 's1', '2026-03-01', 86500000, 10000000, 0, false),
        ('p', 's1', '2026-03-02', 86500000, 10000000, 0, true);
      INSERT INTO posting VALUES
        ('p', 't1', 'master', 1, 1000000000, NULL, NULL, NULL, '0 DEPOSIT O W1 1000000000',
         NULL, NULL, NULL, NULL, NULL, now()),
        ('p', 't2', 's1', 1, 100000000, 'master', 2, 900000000, '0 DEPOSIT W2 W1 100000000',
         NULL, NULL, NULL, NULL, NULL, now()),
        ('p', 't3', 's1', 2, 87500000, NULL, NULL, NULL,
         '0 INVEST W1 E1 12500000,1 EXECUTION E1 V 12500000', 'o1', NULL, NULL, NULL, NULL, now()),
        ('p', 't5', 's1', 3, 77500000, NULL, NULL, NULL, '0 INVEST W1 E1 10000000',
         'o3', NULL, NULL, NULL, NULL, now()),
        ('p', 't6', 's1', 5, 86500000, NULL, NULL, NULL,
         '0 SELL V W1 11000000,1 FEE W1 F 2000000', 'o2', NULL, NULL, NULL, NULL, now());
      """;

  private BooksOnDisk books;
  private VerificationStore store;

  @BeforeAll
  void start() {
    books = new BooksOnDisk();
    store = new VerificationStore(books.books(), Proofs.ALL);
    books.execute(BOOKS);
    quote("q1", "USED");
    quote("q2", "USED");
    quote("q3", "USED");
    quote("q4", "EXPIRED");
    // Ten units bought, four of them sold and two more offered; one more order is open.
    order("o1", "BUY", "FILLED", "10", "0", 0, 12_500_000, 0, "SETTLED", "q1");
    order("o2", "SELL", "FILLED", "4", "0", 0, 11_000_000, 1_000_000, "UNSETTLED", "q2");
    order("o3", "BUY", "PENDING", "0", "0", 10_000_000, 9_000_000, 0, null, "q3");
    order("o4", "SELL", "PENDING", "0", "2", 0, 5_000_000, 0, null, null);
    books.execute(
        """
        INSERT INTO holding VALUES ('p', 's1', 'SCOM.KE', 'h1', 'NSE', 6, 2, 7500000, 5000000,
          10000000, 'd1');
        INSERT INTO lot VALUES
          ('p', 'l1', 's1', 'SCOM.KE', 'o1', now(), 10, 6, 12500000, 7500000, 2);
        INSERT INTO disposal VALUES
          ('p', 'd1', 's1', 'SCOM.KE', 'o2', 'l1', 4, now(), now(), 5000000, 10000000, 0, 0,
           false, 2);
        INSERT INTO event (partner_id, sequence, event_id, event, timestamp, data) VALUES
          ('p', 3, 'e3', 'order.pending', now(), '{}'), ('p', 4, 'e4', 'order.filled', now(), '{}');
        INSERT INTO event_counter VALUES ('p', 4);
        """);
  }

  @AfterAll
  void stop() {
    books.close();
  }

  @Test
  void books_that_add_up_are_proven() {
    var verification = await(store.verify());
    assertThat(verification.findings()).isEmpty();
    assertThat(verification.isProven()).isTrue();
    assertThat(verification.rowsOf()).containsEntry("account", 2L);
    assertThat(verification.rowsOf()).containsEntry("posting", 5L);
  }

  /// Where the database itself would refuse the row, its rule is taken away first.
  static Stream<Arguments> faults() {
    return Stream.of(
            faults(
                "every balance is the sum of its transfers",
                "UPDATE account SET cash = cash + 10000 WHERE account_id = 's1'",
                "UPDATE account SET escrow = escrow - 10000 WHERE account_id = 's1'",
                "UPDATE posting SET legs = replace(legs, 'V 125', 'V 126')",
                "DELETE FROM account WHERE account_id = 'master'"),
            faults(
                "the entries of a wallet are numbered from 1 without gaps",
                "UPDATE account SET entries = 6 WHERE account_id = 's1'",
                "UPDATE posting SET entry = 7 WHERE posting_id = 't6'",
                "UPDATE posting SET legs = '0 SELL V W1 9000000' WHERE posting_id = 't6'",
                "UPDATE posting SET entry = NULL WHERE posting_id = 't6'"),
            faults(
                "each entry has the balance after it",
                "UPDATE posting SET balance = 1 WHERE posting_id = 't3'",
                "UPDATE posting SET balance = NULL WHERE posting_id = 't1'"),
            faults(
                "no balance is negative and every amount is whole cents",
                "UPDATE posting SET legs = replace(legs, '12500000', '12500001')",
                "ALTER TABLE account DROP CONSTRAINT account_unsettled_check;"
                    + "UPDATE account SET unsettled = -1 WHERE account_id = 'master'"),
            faults(
                "unsettled money is the proceeds of unsettled sales",
                "UPDATE account SET unsettled = 0 WHERE account_id = 's1'",
                "UPDATE execution_report SET settlement_status = 'SETTLED' WHERE order_id = 'o2'"),
            faults(
                "an order is what its fills come to, and settled when they are",
                "UPDATE orders SET settlement_status = 'SETTLED' WHERE order_id = 'o2'",
                "UPDATE orders SET base_fee = 0 WHERE order_id = 'o2'",
                "UPDATE orders SET gross = gross + 1 WHERE order_id = 'o1'",
                "UPDATE execution_report SET last_quantity = 9 WHERE order_id = 'o1'",
                "UPDATE execution_report SET order_id = 'o5' WHERE order_id = 'o1'"),
            faults(
                "escrow is what open orders keep back",
                "UPDATE orders SET escrow_fee = 10000 WHERE order_id = 'o3'",
                "UPDATE orders SET status = 'CANCELLED' WHERE order_id = 'o3'"),
            faults(
                "an account counts its open orders",
                "UPDATE account SET open_orders = 3 WHERE account_id = 's1'",
                "UPDATE account SET open_orders = 1 WHERE account_id = 'master'",
                "UPDATE orders SET status = 'CANCELLED' WHERE order_id = 'o4'"),
            faults(
                "a closed account holds nothing",
                "UPDATE account SET status = 'CLOSED' WHERE account_id = 's1'"),
            faults(
                "a closed account has no money and no open orders, and says when it was closed",
                "UPDATE account SET status = 'CLOSED' WHERE account_id = 's1'",
                "UPDATE sub_account SET closed_at = now()"),
            faults(
                "a name says whether its account is closed",
                "UPDATE sub_account_name SET closed = true"),
            faults(
                "the days of an account have no gap up to the one that is due",
                "DELETE FROM equity_day WHERE day = '2026-03-02'",
                "UPDATE equity_day SET day = '2026-02-28' WHERE day = '2026-03-01'",
                "UPDATE account SET day_ends = NULL WHERE account_id = 's1'",
                "UPDATE equity_day SET account_id = 's2'"),
            faults(
                "a closed order keeps nothing back",
                "UPDATE orders SET status = 'CANCELLED' WHERE order_id = 'o4'"),
            faults(
                "no holding reserves more than it has, and none has a negative cost",
                "ALTER TABLE holding DROP CONSTRAINT holding_cost_basis_check;"
                    + "UPDATE holding SET cost_basis = -1"),
            faults(
                "a holding is its open lots, in units and in cost",
                "UPDATE lot SET remaining_quantity = 5",
                "UPDATE lot SET remaining_cost = 7500001",
                "UPDATE holding SET cost_basis = 0",
                "DELETE FROM holding"),
            faults(
                "a holding sums up what was sold of it",
                "UPDATE holding SET sold_cost = 0",
                "UPDATE holding SET sold_last = 'd2'",
                "UPDATE disposal SET proceeds = proceeds + 1",
                "DELETE FROM disposal"),
            faults(
                "a disposal says what was sold of its holding before it",
                "UPDATE disposal SET earlier_cost = 1",
                "UPDATE disposal SET earlier_proceeds = 1"),
            faults(
                "a holding is what was bought less what was sold",
                "UPDATE holding SET quantity = 7",
                "UPDATE orders SET filled_quantity = 9 WHERE order_id = 'o1'"),
            faults(
                "what a fill sold is matched with lots",
                "UPDATE disposal SET quantity = 3",
                "UPDATE disposal SET fill = 3",
                "UPDATE disposal SET reversed = true"),
            faults(
                "reserved units are what open sales keep back",
                "UPDATE holding SET reserved = 1",
                "UPDATE orders SET reserved = 1 WHERE order_id = 'o4'"),
            faults(
                "events are numbered without gaps up to the counter",
                "UPDATE event SET sequence = 5 WHERE sequence = 4",
                "UPDATE event SET sequence = 2 WHERE sequence = 3",
                "UPDATE event SET alias = 'trade.settled' WHERE sequence = 3",
                "DELETE FROM event_counter"),
            faults(
                "a quote is used by one order at most, and a used one by exactly one",
                "UPDATE orders SET quote_id = 'q1' WHERE order_id = 'o4'",
                "UPDATE orders SET quote_id = 'q4' WHERE order_id = 'o4'",
                "UPDATE quote SET state = 'ISSUED' WHERE quote_id = 'q1'"),
            faults(
                "an order has its reports from 1 on",
                "UPDATE orders SET report_count = 3 WHERE order_id = 'o1'",
                "UPDATE execution_report SET sequence = 4 WHERE order_id = 'o1' AND sequence = 1",
                "DELETE FROM execution_report WHERE order_id = 'o4'"),
            faults(
                "what is counted of active price alerts is what there is",
                "INSERT INTO price_alert_count VALUES ('p', 1)",
                """
                INSERT INTO price_alert (partner_id, alert_id, symbol, exchange, currency, condition,
                  threshold, repeat, created_at, state, set_id)
                VALUES ('p', 'a1', 'SCOM.KE', 'NSE', 'KES', 'ABOVE', 26, false, now(), 'ARMED', 1)
                """),
            faults(
                "what is counted of webhooks is what there is",
                "INSERT INTO webhook_count VALUES ('p', 1)",
                """
                INSERT INTO webhook (partner_id, webhook_id, url, events, secret, status, created_at)
                VALUES ('p', 'w1', 'https://example.com', '*', 's', 'DISABLED', now())
                """),
            faults(
                "every sub-account has its account, and the other way round",
                "DELETE FROM sub_account"))
        .flatMap(List::stream);
  }

  @ParameterizedTest(name = "{1}")
  @MethodSource("faults")
  void a_row_that_is_wrong_is_found(String proof, String fault) {
    assertThat(findingsWith(fault)).extracting(Finding::proof).contains(proof);
  }

  @Test
  void every_proof_is_seen_to_fail() {
    var tried = faults().map(arguments -> (String) arguments.get()[0]).distinct();
    assertThat(tried)
        .containsExactlyInAnyOrderElementsOf(Proofs.ALL.stream().map(Proof::name).toList());
  }

  /// Breaks something, verifies on the same connection, and takes it back.
  private List<Finding> findingsWith(String fault) {
    return await(
        books
            .books()
            .withConnection(
                connection ->
                    connection
                        .query("BEGIN; " + fault)
                        .execute()
                        .compose(_ -> store.findings(connection))
                        .eventually(() -> connection.query("ROLLBACK").execute())));
  }

  private void quote(String id, String state) {
    books.execute(
        """
        INSERT INTO quote VALUES ('p', '%s', 's1', 'SCOM.KE', 'NSE', 'BUY', 1, NULL, 'KES', 20, 129,
          1, 160000, 10000, 10000, 100, 50, '%s', now(), now())
        """
            .formatted(id, state));
  }

  private void order(
      String id,
      String side,
      String status,
      String filled,
      String reserved,
      long escrow,
      long gross,
      long fee,
      String settlement,
      String quote) {
    books.execute(
        """
        INSERT INTO orders (partner_id, order_id, account_id, side, kind, symbol, exchange, currency,
          quantity, quote_id, test, base_fee_bps, markup_fee_bps, status, filled_quantity, reserved,
          escrow_gross, escrow_fee, gross, base_fee, markup_fee, fx_rate, settlement_status,
          settlement_date, report_count, created_at, updated_at)
        VALUES ('p', '%1$s', 's1', '%2$s', 'MARKET', 'SCOM.KE', 'NSE', 'KES', 10, %3$s, false, 100, 50,
          '%4$s', %5$s, %6$s, %7$d, 0, %8$d, %9$d, 0, 129, %10$s, '2026-03-05',
          CASE WHEN %10$s IS NULL THEN 1 ELSE 2 END, now(), now());
        INSERT INTO execution_report (partner_id, order_id, sequence, report_id, report_type, status,
          cumulative_quantity, leaves_quantity, fee_amount, created_at, account_id, side)
        VALUES ('p', '%1$s', 1, 'rep_%1$s', 'RECEIPT', 'PENDING', 0, 0, 0, now(), 's1', '%2$s');
        INSERT INTO execution_report (partner_id, order_id, sequence, report_id, report_type, status,
          last_quantity, last_price, cumulative_quantity, leaves_quantity, fee_amount, created_at,
          account_id, side, gross, base_fee, markup_fee, settlement_date, settlement_due_at,
          settlement_status)
        SELECT 'p', '%1$s', 2, 'rep_2%1$s', 'FILL', '%4$s', %5$s, 26, %5$s, 0, %9$d, now(), 's1',
          '%2$s', %8$d, %9$d, 0, '2026-03-05', '2026-03-05Z', %10$s
        WHERE %10$s IS NOT NULL;
        """
            .formatted(
                id,
                side,
                text(quote),
                status,
                filled,
                reserved,
                escrow,
                gross,
                fee,
                text(settlement)));
  }

  private static String text(String value) {
    return value == null ? "NULL" : "'" + value + "'";
  }

  private static List<Arguments> faults(String proof, String... sql) {
    return Stream.of(sql).map(fault -> Arguments.of(proof, fault)).toList();
  }
}
