package africa.soko.sandbox;

import static africa.soko.ledger.BooksOnDisk.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import africa.soko.access.ApiKeys;
import africa.soko.access.CredentialStore;
import africa.soko.access.PartnerStore;
import africa.soko.audit.AuditEntry;
import africa.soko.edge.Asked;
import africa.soko.edge.Environment;
import africa.soko.edge.Identity;
import africa.soko.edge.RequestName;
import africa.soko.ledger.Account;
import africa.soko.ledger.AccountStore;
import africa.soko.ledger.BooksOnDisk;
import africa.soko.ledger.Command;
import africa.soko.ledger.PartnerTables;
import africa.soko.platform.money.Usd;
import africa.soko.sandbox.Registration.Registered;
import africa.soko.subaccount.AccountFixture;
import io.vertx.core.Future;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SandboxIT {
  private static final Usd SEED = Usd.of("100000");
  private static final AuditEntry RESET =
      new AuditEntry("ptn", "key", new Asked("resetSandbox", "", "127.0.0.1"), "req", 200);

  private BooksOnDisk books;
  private Registration registration;
  private CredentialStore credentials;
  private AccountStore accounts;
  private ResetStore reset;

  @BeforeAll
  void start() {
    books = new BooksOnDisk();
    var keys = new ApiKeys("a server secret of a test".getBytes(StandardCharsets.UTF_8));
    credentials = new CredentialStore(books.platform());
    accounts = new AccountStore(books.books());
    reset = new ResetStore(books.books(), books.ids(), InstantSource.system());
    registration =
        new Registration(
            new PartnerStore(books.platform()),
            credentials,
            accounts,
            books.ledger(),
            keys,
            books.ids(),
            InstantSource.system(),
            new Registration.Terms(SEED, 100, 50, Set.of("accounts:read", "market:read")));
  }

  @AfterAll
  void stop() {
    books.close();
  }

  @Test
  void one_identity_has_one_key_and_one_seed_however_often_it_registers_at_once() {
    var identity = new Identity("idp|1", "dev@karibu.example", "Karibu");
    var calls =
        IntStream.range(0, 8)
            .mapToObj(_ -> registration.register(identity, RequestName.NONE))
            .toList();
    await(Future.all(calls));
    var answers = calls.stream().map(Future::result).distinct().toList();
    assertThat(answers).hasSize(1);
    var registered = answers.getFirst();
    assertThat(registered.apiKey()).startsWith("sk_sandbox_");
    assertThat(ApiKeys.valid(registered.apiKey())).isTrue();
    assertThat(registered.walletBalance()).isEqualTo(SEED);
    assertThat(register("idp|2").apiKey()).isNotEqualTo(registered.apiKey());
  }

  @Test
  void a_revoked_key_is_followed_by_the_next_generation() {
    var first = register("idp|revoked");
    var revoked = "UPDATE platform.credential SET revoked_at = now() WHERE partner_id = '%s'";
    books.execute(revoked.formatted(first.partnerId()));
    var second = register("idp|revoked");
    assertThat(second.apiKey()).isNotEqualTo(first.apiKey());
    assertThat(second.partnerId()).isEqualTo(first.partnerId());
    assertThat(register("idp|revoked")).isEqualTo(second);
  }

  @Test
  void an_identity_without_an_address_is_refused() {
    assertThatThrownBy(
            () -> await(registration.register(new Identity("x", null, null), RequestName.NONE)))
        .hasMessageContaining("no email address");
  }

  @Test
  void a_reset_leaves_a_seeded_master_account_and_the_keys() {
    var partner = register("idp|reset").partnerId();
    var other = register("idp|other").partnerId();
    AccountFixture.fill(books, partner, 3);
    AccountFixture.fill(books, other, 2);
    await(reset.reset(partner, SEED, RESET));
    assertThat(rowsOf(partner)).isEqualTo(2);
    assertThat(await(accounts.cash(partner, Account.MASTER))).contains(SEED);
    assertThat(await(credentials.list(partner, Environment.SANDBOX))).hasSize(1);
    assertThat(tokensOf(partner)).isZero();
    assertThat(tokensOf(other)).isEqualTo(1);
    assertThat(rowsOf(other)).isGreaterThan(2);

    var user = AccountFixture.fill(books, partner, 1).getFirst();
    assertThat(user).startsWith("sub_");
    assertThat(
            books.ask("SELECT min(sequence) FROM event WHERE partner_id = '%s'".formatted(partner)))
        .isEqualTo(1L);
    books.prove();
  }

  @Test
  void a_table_that_comes_later_is_emptied_too() {
    var partner = register("idp|later").partnerId();
    var other = register("idp|elsewhere").partnerId();
    books.execute(
        """
        CREATE TABLE later (partner_id text);
        INSERT INTO later VALUES ('%s'), ('%s');
        """
            .formatted(partner, other));
    await(reset.reset(partner, SEED, RESET));
    assertThat(books.ask("SELECT array_agg(partner_id) FROM later"))
        .isEqualTo(new String[] {other});
  }

  @Test
  void what_numbers_the_events_is_taken_last() {
    var tables = await(PartnerTables.names(books.books()));
    assertThat(tables).contains("account", "test_clock").endsWith("event", "event_counter");
    assertThat(tables.subList(0, tables.size() - 2)).isSorted();
  }

  /// Batches and resets of the same partner at the same time: whatever the order, the books add up
  /// and every answer is one of a rule.
  @Test
  void a_reset_under_load_leaves_books_that_add_up() {
    var partner = register("idp|load").partnerId();
    var random = new SplittableRandom(42);
    for (int round = 0; round < 6; round++) {
      var users = AccountFixture.fill(books, partner, 3);
      var answers = new ArrayList<Future<Integer>>();
      var resets = new ArrayList<Future<?>>();
      for (int i = 0; i < 120; i++) {
        var command = anything(random, partner, users, round * 1000 + i);
        answers.add(books.ledger().send(command).map(answer -> answer.status()));
        if (i % 40 == 20) resets.add(reset.reset(partner, SEED, RESET));
      }
      await(Future.all(answers));
      await(Future.all(new ArrayList<>(resets)));
      assertThat(answers).extracting(Future::result).isSubsetOf(200, 201, 400, 403, 404, 409);
      books.prove();
    }
  }

  private Registered register(String subject) {
    return await(
        registration.register(new Identity(subject, "dev@karibu.example", null), RequestName.NONE));
  }

  private static Command anything(
      SplittableRandom random, String partner, List<String> users, int number) {
    var user = users.get(random.nextInt(users.size()));
    return switch (random.nextInt(4)) {
      case 0 -> AccountFixture.create(partner, "load-" + number);
      case 1 -> AccountFixture.deposit(partner, user, Usd.cents(1 + random.nextLong(100_000)));
      case 2 -> AccountFixture.withdraw(partner, user, Usd.cents(1 + random.nextLong(100_000)));
      default -> new TestDeposit(partner, user, Usd.cents(1 + random.nextLong(100_000)), null);
    };
  }

  private long rowsOf(String partner) {
    long rows = 0;
    for (var table : await(PartnerTables.names(books.books()))) {
      rows +=
          (Long)
              books.ask(
                  "SELECT count(*) FROM %s WHERE partner_id = '%s'".formatted(table, partner));
    }
    return rows;
  }

  private long tokensOf(String partner) {
    return (Long)
        books.ask(
            "SELECT count(*) FROM platform.credential WHERE sub_account_id IS NOT NULL AND partner_id = '%s'"
                .formatted(partner));
  }
}
