package africa.soko.ledger;

import static africa.soko.ledger.BooksOnDisk.await;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.ledger.Account.KycLevel;
import africa.soko.ledger.Account.KycStatus;
import africa.soko.partner.OpenMasterAccount;
import africa.soko.platform.money.Usd;
import africa.soko.trading.Floor;
import africa.soko.trading.Parts;
import africa.soko.trading.Price;
import africa.soko.trading.Side;
import africa.soko.trading.order.ExecuteOrder;
import africa.soko.trading.order.Instruction;
import africa.soko.trading.order.OrderRef;
import africa.soko.trading.order.PlaceOrder;
import africa.soko.trading.quote.IssueQuote;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// What a trade with its fill costs PostgreSQL, counted: it does not depend on the machine.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TradeCountsIT {
  private static final int TRADES = 64;
  // A batch that opens the way for the others.
  private static final int GATE_STATEMENTS = 6;

  private BooksOnDisk books;
  private Grants grants;

  @BeforeAll
  void start() {
    books = new BooksOnDisk();
    grants = new Grants(books);
    books.run(new OpenMasterAccount(Floor.PARTNER, Usd.ZERO));
    for (int i = 0; i < TRADES; i++) books.run(opening("sub_" + i));
    books.writeSubAccounts();
  }

  @AfterAll
  void stop() {
    books.prove();
    books.close();
  }

  private static Command opening(String accountId) {
    var key = Account.key(Floor.PARTNER, accountId);
    return new Floor.Step(
        Floor.PARTNER,
        needs -> needs.maybe(Account.TABLE, key),
        book -> {
          var opened = Account.opened(Floor.PARTNER, accountId, null, Instant.EPOCH);
          var standing = opened.standing().withKyc(KycStatus.VERIFIED, KycLevel.FULL);
          book.put(Account.TABLE, opened.with(standing));
          Posting.PLAIN.move(
              book,
              Transfer.Type.DEPOSIT,
              Pocket.OPERATOR,
              Pocket.wallet(accountId),
              Usd.of("100"));
          return Decision.nothing();
        });
  }

  @Test
  void a_trade_with_its_fill_writes_so_many_rows_and_index_entries_in_so_few_statements() {
    var price = Floor.price("10");
    for (int i = 0; i < TRADES; i++) {
      books.run(
          new IssueQuote(
              Floor.PARTNER,
              "sub_" + i,
              Floor.SYMBOL,
              Floor.EXCHANGE,
              Side.BUY,
              Floor.units("1"),
              price,
              Floor.FEES));
    }
    var before = rows();
    var entriesBefore = entries();
    assertThat(statements(trades())).isLessThanOrEqualTo(GATE_STATEMENTS + 10);
    var entries = entries();
    assertThat(statements(fills(price))).isLessThanOrEqualTo(GATE_STATEMENTS + 14);
    // What an order has left, as it does the index of what is open, has been written as well.
    entries().forEach((index, count) -> entries.merge(index, count, Math::max));
    var after = rows();
    var inserted = new TreeMap<String, Long>();
    after.forEach((table, count) -> inserted.put(table, (count - before.get(table)) / TRADES));
    inserted.values().removeIf(count -> count == 0);
    assertThat(inserted)
        .isEqualTo(
            Map.of(
                "event", 2L,
                "execution_report", 2L,
                "holding", 1L,
                "lot", 1L,
                "orders", 1L,
                "posting", 2L));
    entriesBefore.forEach((index, count) -> entries.merge(index, -count, Long::sum));
    var written = entries.values().stream().mapToLong(n -> Math.max(0, n) / TRADES).sum();
    // Besides them, an update that is not in place writes those of its table once more.
    assertThat(written).as("%s", entries).isLessThanOrEqualTo(17);
  }

  private List<Command> trades() {
    var commands = new ArrayList<Command>();
    for (var row : query("SELECT account_id || ' ' || quote_id FROM quote")) {
      var parts = row.split(" ");
      commands.add(
          new PlaceOrder(
              Floor.PARTNER,
              parts[0],
              Floor.SYMBOL,
              Floor.EXCHANGE,
              Side.BUY,
              Floor.units("1"),
              parts[1],
              Instruction.MARKET,
              null,
              Floor.price("10"),
              Floor.SESSION,
              Floor.FULL_KYC_FROM));
    }
    return commands;
  }

  private List<Command> fills(Price price) {
    var commands = new ArrayList<Command>();
    for (var row : query("SELECT account_id || ' ' || order_id FROM orders")) {
      var parts = row.split(" ");
      var ref = new OrderRef(Floor.PARTNER, parts[1], parts[0], Floor.SYMBOL, Side.BUY);
      commands.add(new ExecuteOrder(ref, true, price, Floor.SESSION, Parts.WHOLE));
    }
    return commands;
  }

  /// Those of all commands as one batch, and of the batch before it.
  private long statements(List<Command> commands) {
    assertThat(commands).hasSize(TRADES);
    var counter = books.meters().get("soko.ledger.statements").counter();
    var answers = new ArrayList<Integer>();
    double[] begun = {0};
    grants
        .together(() -> begun[0] = counter.count(), commands.toArray(Command[]::new))
        .forEach(answer -> answers.add(await(answer).status()));
    assertThat(answers).allMatch(status -> status < 300);
    return Math.round(counter.count() - begun[0]);
  }

  private Map<String, Long> rows() {
    var counts = new TreeMap<String, Long>();
    for (var table : await(PartnerTables.names(books.books()))) {
      counts.put(table, (Long) books.ask("SELECT count(*) FROM " + table));
    }
    return counts;
  }

  /// How many rows have an entry in each index.
  private Map<String, Long> entries() {
    var counts = new TreeMap<String, Long>();
    var indexes =
        """
        SELECT c.relname || '|' || t.relname || '|' || coalesce(pg_get_expr(indpred, indrelid), 'true')
        FROM pg_index JOIN pg_class c ON c.oid = indexrelid JOIN pg_class t ON t.oid = indrelid
          JOIN pg_am a ON a.oid = c.relam
        WHERE amname = 'btree' AND t.relnamespace = current_schema::regnamespace
        """;
    for (var index : query(indexes)) {
      var parts = index.split("\\|", 3);
      var counted = "SELECT count(*) FROM %s WHERE %s".formatted(parts[1], parts[2]);
      counts.put(parts[0], (Long) books.ask(counted));
    }
    return counts;
  }

  private List<String> query(String sql) {
    var found = new ArrayList<String>();
    await(books.books().query(sql).execute()).forEach(row -> found.add(row.getString(0)));
    return found;
  }
}
