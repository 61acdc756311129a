package africa.soko.subaccount;

import static africa.soko.ledger.BooksOnDisk.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import africa.soko.edge.Caller;
import africa.soko.edge.Caller.CredentialType;
import africa.soko.edge.Caller.KeyHolder;
import africa.soko.edge.Caller.PartnerTerms;
import africa.soko.edge.Caller.SubAccountToken;
import africa.soko.edge.Environment;
import africa.soko.edge.Page;
import africa.soko.ledger.Account;
import africa.soko.ledger.Account.Status;
import africa.soko.ledger.AccountStore;
import africa.soko.ledger.BooksOnDisk;
import africa.soko.ledger.Command;
import africa.soko.ledger.Decision;
import africa.soko.ledger.Pocket;
import africa.soko.ledger.Posting;
import africa.soko.ledger.Transfer;
import africa.soko.partner.OpenMasterAccount;
import africa.soko.platform.money.Usd;
import africa.soko.subaccount.TransactionStore.Transaction;
import africa.soko.trading.Floor;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SubAccountStoreIT {
  private BooksOnDisk books;
  private SubAccountStore store;
  private TransactionStore transactions;
  private AccountNames names;

  @BeforeAll
  void start() {
    books = new BooksOnDisk();
    store = new SubAccountStore(books.books(), new AccountStore(books.books()));
    transactions = new TransactionStore(books.books());
    names = new AccountNames(store);
  }

  @AfterAll
  void stop() {
    books.close();
  }

  @Test
  void what_was_created_is_read_back_whole() {
    var id = partner("p1", 1).getFirst();
    var view = await(store.find("p1", id)).orElseThrow();
    assertThat(view.displayName()).isEqualTo("Wanjiru");
    assertThat(view.walletBalance()).isEqualTo(Usd.of("100"));
    assertThat(view.metadata()).isEqualTo("{\"plan\":\"gold\"}");
    assertThat(await(store.find("p2", id))).isEmpty();
  }

  @Test
  void pages_go_from_the_newest_to_the_oldest_and_count_what_matches() {
    var ids = partner("p3", 5);
    books.run(new UpdateSubAccount("p3", ids.get(1), null, null, null, Status.FROZEN, null));
    var seen = new ArrayList<String>();
    var page = page(2, null);
    while (page != null) {
      var listed = await(store.page("p3", null, page));
      assertThat(listed.total()).isEqualTo(5);
      var slice = page.slice(listed.found(), SubAccountView::subAccountId);
      slice.items().forEach(user -> seen.add(user.subAccountId()));
      page = slice.hasMore() ? page(2, seen.getLast()) : null;
    }
    assertThat(seen).containsExactlyElementsOf(ids.reversed());
    var frozen = await(store.page("p3", Status.FROZEN, page(10, null)));
    assertThat(frozen.total()).isEqualTo(1);
    assertThat(frozen.found()).extracting(SubAccountView::subAccountId).containsExactly(ids.get(1));
  }

  @Test
  void a_wallet_is_read_entry_by_entry_from_both_sides() {
    var id = partner("p4", 1).getFirst();
    for (int i = 1; i <= 5; i++) {
      books.run(AccountFixture.deposit("p4", id, Usd.cents(i)));
      books.run(AccountFixture.withdraw("p4", id, Usd.cents(i)));
    }
    var all = entries("p4", id, null, 100);
    assertThat(all).hasSize(11);
    assertThat(all)
        .extracting(Transaction::entry)
        .isSortedAccordingTo((a, b) -> Long.compare(b, a));
    assertThat(all.getFirst().amount()).isEqualTo(Usd.cents(-5));
    assertThat(all.getFirst().balanceAfter()).isEqualTo(Usd.of("100"));
    assertThat(entries("p4", id, null, 3)).isEqualTo(all);
    assertThat(entries("p4", id, Transfer.Type.WITHDRAWAL, 2)).hasSize(5);
    assertThat(await(new AccountStore(books.books()).cash("p4", "sub_unknown"))).isEmpty();
  }

  @Test
  void the_entries_of_one_posting_are_pages_apart_if_need_be() {
    var id = partner("p8", 1).getFirst();
    for (int i = 1; i <= 4; i++) books.run(order("p8", id));
    for (var account : List.of(id, Account.MASTER)) {
      var all = entries("p8", account, null, 100);
      assertThat(all)
          .extracting(Transaction::entry)
          .isEqualTo(LongStream.range(0, all.size()).map(i -> all.size() - i).boxed().toList());
      assertThat(all).extracting(Transaction::transactionId).doesNotHaveDuplicates();
      for (var type : Transfer.Type.values()) {
        var those = all.stream().filter(entry -> entry.type() == type).toList();
        for (int limit = 1; limit < 5; limit++) {
          assertThat(entries("p8", account, type, limit)).isEqualTo(those);
          assertThat(entries("p8", account, null, limit)).isEqualTo(all);
        }
      }
    }
    var fees = entries("p8", id, Transfer.Type.FEE, 9);
    assertThat(fees).extracting(Transaction::amount).containsOnly(Usd.cents(-2)).hasSize(8);
    assertThat(entries("p8", Account.MASTER, Transfer.Type.FEE, 9)).hasSize(4);
    books.prove();
  }

  /// Two dollars and a fee set aside, a fee of which the partner gets half, and a sale with its
  /// own.
  private static Command order(String partner, String id) {
    var wallet = Pocket.wallet(id);
    var escrow = Pocket.escrow(id);
    return new Floor.Step(
        partner,
        needs -> {
          needs.row(Account.TABLE, Account.key(partner, id));
          needs.credit(partner);
        },
        book -> {
          var posting = Posting.forOrder(book.newId("ord_"));
          posting.move(book, Transfer.Type.INVEST, wallet, escrow, Usd.of("2"));
          posting.move(book, Transfer.Type.FEE, wallet, escrow, Usd.cents(2));
          book.newId("lot_");
          posting.move(book, Transfer.Type.EXECUTION, escrow, Pocket.VENUE, Usd.of("2"));
          posting.move(book, Transfer.Type.FEE, escrow, Pocket.FEES, Usd.cents(1));
          posting.move(book, Transfer.Type.FEE, escrow, Pocket.MASTER_WALLET, Usd.cents(1));
          var sale = Posting.forOrder(book.newId("ord_"));
          sale.move(book, Transfer.Type.SELL, Pocket.VENUE, wallet, Usd.of("2"));
          sale.move(book, Transfer.Type.FEE, wallet, Pocket.FEES, Usd.cents(2));
          return Decision.nothing();
        });
  }

  @Test
  void unsettled_sales_are_listed_with_the_day_they_settle() {
    var id = partner("p5", 1).getFirst();
    books.execute(
        """
        INSERT INTO execution_report (partner_id, order_id, sequence, report_id, report_type, status,
          last_quantity, last_price, cumulative_quantity, leaves_quantity, fee_amount, created_at,
          account_id, side, gross, base_fee, markup_fee, settlement_date, settlement_due_at,
          settlement_status)
        VALUES ('p5', 'ord_1', 2, 'rep_2', 'FILL', 'FILLED', 1, 26, 1, 0, 150000, now(), '%1$s', 'SELL',
          10000000, 100000, 50000, '2026-03-05', now(), 'UNSETTLED');
        UPDATE account SET unsettled = 9850000 WHERE partner_id = 'p5' AND account_id = '%1$s'
        """
            .formatted(id));
    var power = await(store.buyingPower("p5", id)).orElseThrow();
    assertThat(power.buyingPowerUsd()).isEqualTo(Usd.of("100"));
    assertThat(power.withdrawableUsd()).isEqualTo(Usd.of("90.15"));
    assertThat(power.settlements())
        .containsExactly(
            new BuyingPower.Tranche("ord_1", Usd.of("9.85"), LocalDate.of(2026, 3, 5)));
    assertThat(await(store.buyingPower("p5", Account.MASTER))).isPresent();
  }

  @Test
  void a_name_leads_to_one_partners_own_account() {
    books.run(new OpenMasterAccount("p6", Usd.ZERO));
    books.run(AccountFixture.create("p6", "user:42"));
    var id = await(names.resolve(caller("p6", null), "ext:user:42"));
    assertThat(await(store.find("p6", id))).isPresent();
    assertThat(await(names.resolve(caller("p6", id), id))).isEqualTo(id);
    assertRefused("p7", null, "ext:user:42", "No such sub-account");
    assertRefused("p6", null, Account.MASTER, "No such sub-account");
    assertRefused("p6", "sub_other", id, "another sub-account");
  }

  private void assertRefused(String partner, String bound, String name, String message) {
    assertThatThrownBy(() -> await(names.resolve(caller(partner, bound), name)))
        .hasMessageContaining(message);
  }

  private List<String> partner(String id, int users) {
    books.execute(
        """
        INSERT INTO platform.partner (partner_id, business_name, email, status, created_at)
        VALUES ('%s', 'Karibu', 'dev@karibu.example', 'ACTIVE', now())
        """
            .formatted(id));
    books.run(new OpenMasterAccount(id, Usd.of("100000")));
    return AccountFixture.fill(books, id, users);
  }

  private List<Transaction> entries(String partner, String id, Transfer.Type type, int limit) {
    var all = new ArrayList<Transaction>();
    var before = 1 + entriesOf(partner, id);
    while (true) {
      var found = await(transactions.page(partner, id, type, before, limit));
      var page = found.entries().stream().limit(limit).toList();
      all.addAll(page);
      if (found.entries().size() > limit) before = page.getLast().entry();
      else if (found.from() > 1) before = found.from();
      else return all;
    }
  }

  private long entriesOf(String partner, String id) {
    return await(new AccountStore(books.books()).find(partner, id))
        .orElseThrow()
        .balances()
        .entries();
  }

  private static Page page(int limit, String after) {
    return new Page(limit, after, "a list");
  }

  private static Caller caller(String partner, String bound) {
    var terms = new PartnerTerms("starter", 100, 50, 100, 2);
    var home = Environment.SANDBOX;
    return bound == null
        ? new KeyHolder(partner, home, "key_1", CredentialType.FULL, Set.of(), terms)
        : new SubAccountToken(partner, home, "key_1", Set.of(), terms, bound);
  }
}
