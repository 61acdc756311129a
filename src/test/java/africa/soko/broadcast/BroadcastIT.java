package africa.soko.broadcast;

import static africa.soko.ledger.BooksOnDisk.await;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.edge.Environment;
import africa.soko.event.EventStore;
import africa.soko.event.EventType;
import africa.soko.event.LoggedEvent;
import africa.soko.ledger.BooksOnDisk;
import africa.soko.partner.OpenMasterAccount;
import africa.soko.platform.money.Usd;
import io.vertx.core.Future;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

class BroadcastIT {
  private static final int PARTNERS = BroadcastVerticle.PAGE_MAX * 2 + 20;
  private static final int MANY = 10_000;
  private static final Instant AT = Instant.parse("2026-03-02T06:30:00Z");

  private BooksOnDisk books;
  private BroadcastVerticle one;
  private BroadcastVerticle other;

  @BeforeEach
  void start() {
    books = new BooksOnDisk();
    one = new BroadcastVerticle(books.books(), books.ledger());
    other = new BroadcastVerticle(books.books(), books.ledger());
    open(0, PARTNERS);
  }

  private void open(int from, int to) {
    var opened = new ArrayList<Future<?>>();
    for (int i = from; i < to; i++) {
      opened.add(books.ledger().send(new OpenMasterAccount("prt_%05d".formatted(i), Usd.of("1"))));
    }
    await(Future.all(opened));
  }

  @AfterEach
  void stop() {
    books.close();
  }

  @Test
  void each_partner_is_told_once_and_in_order_although_two_nodes_try() {
    add("market.status", Map.of("exchange", "NSE"));
    add("incident.declared", Map.of("severity", "P1"));
    walk(one, other);
    assertThat(names("prt_00000")).containsExactly("market.status", "incident.declared");
    assertToldOnce(2);
  }

  @Test
  void what_nobody_committed_is_told_to_nobody() {
    await(
        books
            .platform()
            .withTransaction(
                transaction ->
                    BroadcastStore.add(transaction, new EventType("market.status"), Map.of(), AT)
                        .compose(_ -> Future.failedFuture("the cause fails")))
            .otherwiseEmpty());
    walk(one, other);
    assertToldOnce(0);
  }

  @Test
  void a_page_that_was_told_by_a_node_that_then_died_is_told_again_and_adds_nothing() {
    add("market.status", Map.of("exchange", "NSE"));
    var told = new AtomicInteger();
    // The commands went through, and where it had come to was never written.
    var died =
        new BroadcastStore(books.books())
            .page(
                BroadcastVerticle.PAGE_MAX,
                (broadcast, partners) ->
                    Future.all(
                            partners.stream()
                                .map(partner -> books.ledger().send(new Tell(partner, broadcast)))
                                .toList())
                        .onSuccess(_ -> told.addAndGet(partners.size()))
                        .compose(_ -> Future.failedFuture("killed")));
    assertThat(died.toCompletionStage().toCompletableFuture()).failsWithin(Duration.ofSeconds(20));
    assertThat(told).hasValue(BroadcastVerticle.PAGE_MAX);
    walk(other, one);
    assertToldOnce(1);
  }

  @Test
  void what_was_told_long_ago_is_forgotten_and_what_comes_later_is_told_all_the_same() {
    add("market.status", Map.of("exchange", "NSE"));
    walk(one, other);
    assertThat(await(BroadcastStore.prune(books.platform(), AT.plusSeconds(1), 100))).isEqualTo(1);
    add("market.status", Map.of("exchange", "JSE"));
    walk(one, other);
    assertToldOnce(2);
  }

  @Test
  void what_concerns_one_environment_is_told_to_its_partners_alone() {
    for (var environment : Environment.values()) {
      await(
          books
              .platform()
              .withTransaction(
                  transaction ->
                      BroadcastStore.add(
                              transaction,
                              environment,
                              new EventType(environment.schema()),
                              Map.of(),
                              AT)
                          .mapEmpty()));
    }
    walk(one, other);
    assertThat(names("prt_00000")).containsExactly("sandbox");
    assertToldOnce(1);
  }

  @Test
  @EnabledIfSystemProperty(named = "soko.long", matches = "true")
  void ten_thousand_partners_are_told_within_seconds(TestReporter reporter) {
    for (int from = PARTNERS; from < MANY; from += PARTNERS) {
      open(from, Math.min(MANY, from + PARTNERS));
    }
    add("market.status", Map.of("exchange", "NSE"));
    long begin = System.nanoTime();
    walk(one, other);
    var took = Duration.ofNanos(System.nanoTime() - begin);
    assertThat(books.ask("SELECT count(DISTINCT partner_id) FROM event")).isEqualTo((long) MANY);
    assertThat(books.ask("SELECT count(*) FROM event")).isEqualTo((long) MANY);
    reporter.publishEntry("10,000 partners told in", took.toMillis() + " ms");
    assertThat(took).isLessThan(Duration.ofSeconds(60));
  }

  private void add(String event, Object payload) {
    await(
        books
            .platform()
            .withTransaction(
                transaction ->
                    BroadcastStore.add(transaction, new EventType(event), payload, AT).mapEmpty()));
  }

  /// Both at the same moment, until neither finds anything.
  private static void walk(BroadcastVerticle one, BroadcastVerticle other) {
    boolean isMore = true;
    while (isMore) {
      var both = List.of(one.tick(), other.tick());
      await(Future.join(both));
      isMore = both.stream().anyMatch(Future::result);
    }
  }

  private List<String> names(String partnerId) {
    var store = new EventStore(books.books());
    var whole = store.span(partnerId).compose(span -> store.after(partnerId, span.after(0)));
    return await(whole).stream().map(LoggedEvent::name).toList();
  }

  private void assertToldOnce(int broadcasts) {
    assertThat(books.ask("SELECT count(*) FROM event")).isEqualTo((long) broadcasts * PARTNERS);
    assertThat(
            books.ask(
                "SELECT count(*) FROM (SELECT FROM event GROUP BY partner_id"
                    + " HAVING count(*) <> "
                    + broadcasts
                    + ") AS odd"))
        .isEqualTo(0L);
  }
}
