package africa.soko.ledger;

import static africa.soko.ledger.BooksOnDisk.await;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.edge.Answer;
import africa.soko.edge.ErrorCode;
import africa.soko.edge.Origin;
import africa.soko.ledger.Engine.Patience;
import africa.soko.platform.money.Usd;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/// Commands of one batch share a transaction and nothing else: what goes wrong with one is no harm
/// to its neighbours.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(60)
class LedgerBatchIT {
  private static final LedgerLimits LIMITS =
      new LedgerLimits(
          Duration.ofSeconds(20),
          Duration.ofSeconds(5),
          Duration.ofSeconds(2),
          Duration.ofSeconds(10),
          1_000);

  private BooksOnDisk books;
  private Grants grants;

  /// A command whose answer nobody can write down.
  private record Unspeakable(String partnerId) implements Command {
    record Body() {
      public String getText() {
        throw new IllegalStateException("no words");
      }
    }

    @Override
    public void needs(Needs needs) {
      Grant.to(partnerId).needs(needs);
    }

    @Override
    public Decision decide(Book book) {
      Grant.to(partnerId).decide(book);
      return Decision.accepted(200, new Object[] {new Body()});
    }
  }

  /// A command that writes what the database does not take.
  private record Impossible(String partnerId) implements Command {
    @Override
    public void needs(Needs needs) {
      Grant.to(partnerId).needs(needs);
    }

    @Override
    public Decision decide(Book book) {
      var account = book.get(Account.TABLE, Account.key(partnerId, Account.MASTER));
      book.put(Account.TABLE, account.with(account.balances().withCash(Usd.of("-1"))));
      return Decision.accepted(200, "done");
    }
  }

  /// A command that is refused until something is there.
  private record Later(String partnerId, AtomicBoolean isThere) implements Command {
    @Override
    public void needs(Needs needs) {
      Grant.to(partnerId).needs(needs);
    }

    @Override
    public Decision decide(Book book) {
      return isThere.get()
          ? Grant.to(partnerId).decide(book)
          : Decision.declined(ErrorCode.SERVICE_UNAVAILABLE, "Not yet");
    }
  }

  @BeforeAll
  void start() {
    books = new BooksOnDisk(LIMITS);
    grants = new Grants(books);
    // The ledger is the one that gives up when two wait for each other.
    var name = books.ask("SELECT current_database()");
    books.execute("ALTER DATABASE %s SET deadlock_timeout = '50ms'".formatted(name));
  }

  @AfterAll
  void stop() {
    books.prove();
    books.close();
  }

  private static List<Integer> statuses(List<Future<Answer>> answers) {
    return answers.stream().map(answer -> await(answer).status()).toList();
  }

  @Test
  void a_decision_that_throws_is_that_commands_alone() {
    assertHarmless(
        Grant.failing(
            grants.partner(),
            () -> {
              throw new IllegalStateException("boom");
            }));
  }

  @Test
  void a_decision_that_breaks_the_machine_is_that_commands_alone() {
    assertHarmless(
        Grant.failing(
            grants.partner(),
            () -> {
              throw new StackOverflowError();
            }));
  }

  @Test
  void a_row_that_the_database_refuses_is_that_commands_alone() {
    assertHarmless(new Impossible(grants.partner()));
  }

  @Test
  void an_effect_never_stands_without_its_answer() {
    assertHarmless(new Unspeakable(grants.partner()));
    var partner = grants.partner();
    var key = UUID.randomUUID().toString();
    assertThat(grants.ask(new Unspeakable(partner), key).status()).isEqualTo(500);
    assertThat(grants.ask(Grant.to(partner), key).status()).isEqualTo(200);
    assertThat(grants.dollars(partner)).isEqualTo(1);
  }

  @Test
  void what_was_refused_for_now_is_decided_anew_under_the_same_key() {
    var partner = grants.partner();
    var key = UUID.randomUUID().toString();
    var isThere = new AtomicBoolean();
    assertThat(grants.ask(new Later(partner, isThere), key).status()).isEqualTo(503);
    isThere.set(true);
    assertThat(grants.ask(new Later(partner, isThere), key).status()).isEqualTo(200);
    isThere.set(false);
    assertThat(grants.ask(new Later(partner, isThere), key).status()).isEqualTo(200);
    assertThat(grants.dollars(partner)).isEqualTo(1);
  }

  private void assertHarmless(Command poison) {
    var neighbours = List.of(grants.partner(), grants.partner());
    var answers =
        grants.together(Grant.to(neighbours.getFirst()), poison, Grant.to(neighbours.getLast()));
    assertThat(statuses(answers)).containsExactly(200, 500, 200);
    assertThat(neighbours).allMatch(partner -> grants.dollars(partner) == 1);
    assertThat(grants.dollars(poison.partnerId())).isZero();
  }

  @Test
  void a_row_that_somebody_else_holds_is_waited_for_and_no_harm_to_the_neighbours() {
    var stuck = grants.partner();
    var neighbours = List.of(grants.partner(), grants.partner());
    try (var _ = grants.hold(stuck)) {
      var answers =
          grants.together(
              Grant.to(neighbours.getFirst()), Grant.to(stuck), Grant.to(neighbours.getLast()));
      assertThat(statuses(answers)).containsExactly(200, 503, 200);
      assertThat(await(grants.send(Grant.to(stuck))).status()).isEqualTo(503);
    }
    assertThat(neighbours).allMatch(partner -> grants.dollars(partner) == 1);
    assertThat(grants.dollars(stuck)).isZero();
    assertThat(await(grants.send(Grant.to(stuck))).status()).isEqualTo(200);
  }

  @Test
  void a_row_that_is_written_anew_while_it_is_waited_for_is_looked_for_again() {
    var partner = grants.partner();
    Future<Answer> answer;
    try (var held = grants.hold(partner)) {
      answer = grants.send(Grant.to(partner));
      grants.awaitBlocked();
      held.replace(partner);
    }
    assertThat(await(answer).status()).isEqualTo(200);
    assertThat(grants.dollars(partner)).isEqualTo(1);
  }

  @Test
  void two_who_wait_for_each_other_are_parted_and_the_batch_is_run_again() {
    var first = grants.partner();
    var second = grants.partner();
    double failures = grants.failures();
    List<Future<Answer>> answers;
    try (var held = grants.hold(second)) {
      answers = grants.together(Grant.to(first), Grant.to(second));
      grants.awaitBlocked();
      held.also(first);
    }
    assertThat(statuses(answers)).containsExactly(200, 200);
    assertThat(grants.failures()).isGreaterThan(failures);
    assertThat(grants.dollars(first)).isEqualTo(1);
    assertThat(grants.dollars(second)).isEqualTo(1);
  }

  @Test
  void what_is_committed_is_answered_even_if_nobody_can_be_told_of_its_events() throws Exception {
    var engine =
        books.engine(
            LIMITS,
            () -> {
              throw new IllegalStateException("nobody listens");
            });
    var partner = grants.partner();
    var answers =
        engine.run(List.of(new Submission(Grant.to(partner), Origin.SERVICE)), Patience.USUAL);
    assertThat(answers).extracting(Answer::status).containsExactly(200);
    assertThat(grants.dollars(partner)).isEqualTo(1);
    await(engine.close());
  }

  @Test
  void commands_of_one_partner_keep_their_order() {
    var partner = grants.partner();
    var commands = new Command[20];
    for (int i = 0; i < commands.length; i++) commands[i] = Grant.to(partner);
    var answers = grants.together(commands);
    for (int i = 0; i < commands.length; i++) {
      assertThat(await(answers.get(i)).body()).hasToString("{\"balance\":%d}".formatted(i + 1));
    }
  }

  /// A ledger that takes on little and does not let it wait for long.
  @Test
  void what_is_too_much_or_waits_too_long_is_refused_and_never_run() {
    var little =
        new LedgerLimits(
            Duration.ofMillis(200),
            Duration.ofSeconds(5),
            Duration.ofSeconds(1),
            Duration.ofSeconds(10),
            3);
    try (var narrow = new BooksOnDisk(little)) {
      var there = new Grants(narrow);
      var stuck = there.partner();
      var waiting = there.partner();
      try (var _ = there.hold(stuck)) {
        var first = there.send(Grant.to(stuck));
        there.awaitBlocked();
        var answers = new ArrayList<Future<Answer>>();
        for (int i = 0; i < 5; i++) answers.add(there.send(Grant.to(waiting)));
        // Too many: told at once, while the ledger is still at work.
        assertThat(statuses(answers.subList(3, 5))).containsExactly(503, 503);
        assertThat(first.isComplete()).isFalse();
        assertThat(await(first).status()).isEqualTo(503);
        // Too late: nobody waits for them any more.
        assertThat(statuses(answers.subList(0, 3))).containsExactly(503, 503, 503);
      }
      assertThat(await(there.send(Grant.to(stuck))).status()).isEqualTo(200);
      assertThat(there.dollars(waiting)).isZero();
      assertThat(narrow.meters().get("soko.ledger.refused").counter().count()).isEqualTo(6);
    }
  }
}
