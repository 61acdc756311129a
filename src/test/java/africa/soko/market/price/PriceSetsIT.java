package africa.soko.market.price;

import static africa.soko.ledger.BooksOnDisk.await;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.ledger.BooksOnDisk;
import africa.soko.market.MarketService;
import africa.soko.market.SharedMarket;
import africa.soko.market.history.PriceHistory;
import africa.soko.market.price.PriceSets.PriceSet;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Two nodes that poll and work for what was published.
class PriceSetsIT {
  /// A Wednesday on which Nairobi is open.
  private volatile Instant now = Instant.parse("2026-07-15T09:05:00Z");

  private final List<Long> worked = new CopyOnWriteArrayList<>();
  private BooksOnDisk books;
  private Node one;
  private Node other;

  private final class Node {
    final SharedMarket market = SharedMarket.load(now, _ -> PriceHistory.NONE);
    final PriceSets sets = new PriceSets(books.books(), "desk");
    final MarketService service;

    Node(String name) {
      var feed = new SimulatedFeed(1, market.calendars());
      service = new MarketService(market, books.platform(), feed, name, () -> now);
    }

    Future<Boolean> work() {
      return sets.take(market.view().set(), PriceSetsIT.this::record);
    }
  }

  @BeforeEach
  void start() {
    books = new BooksOnDisk();
    books.execute("CREATE TABLE worked (set_id bigint)");
    one = new Node("a");
    other = new Node("b");
  }

  @AfterEach
  void stop() {
    books.close();
  }

  @Test
  void each_set_is_worked_for_once_by_two_nodes_that_always_try() {
    for (int slot = 0; slot < 4; slot++) {
      for (var node : List.of(one, other)) node.service.tick();
      await(Future.join(one.work(), other.work()));
      await(Future.join(other.work(), one.work()));
      now = now.plus(PriceFeed.REFRESH);
    }
    assertThat(worked).containsExactly(1L, 2L, 3L, 4L);
    assertThat(books.ask("SELECT array_agg(set_id ORDER BY set_id) FROM worked"))
        .isEqualTo(new Long[] {1L, 2L, 3L, 4L});
  }

  @Test
  void a_set_says_of_which_exchanges_it_has_prices() {
    one.service.tick();
    now = now.plus(PriceFeed.REFRESH);
    one.service.tick();
    var taken = new CopyOnWriteArrayList<PriceSet>();
    await(
        one.sets.take(
            one.market.view().set(),
            (_, sets) -> {
              taken.addAll(sets);
              return Future.succeededFuture();
            }));
    assertThat(taken).hasSize(2);
    assertThat(taken.getFirst().exchanges()).hasSize(14);
    assertThat(taken.getLast().exchanges()).contains("NSE").doesNotContain("GSE");
    assertThat(taken.getLast().publishedAt()).isEqualTo(now);
  }

  @Test
  void a_set_that_the_view_of_this_node_lacks_is_left_until_it_has_it() {
    one.service.tick();
    assertThat(await(other.work())).isFalse();
    other.service.tick();
    assertThat(await(other.work())).isTrue();
    assertThat(worked).containsExactly(1L);
  }

  @Test
  void work_that_fails_is_undone_and_done_by_whoever_comes_next() {
    one.service.tick();
    other.service.tick();
    var failed =
        one.sets.take(1, (tx, sets) -> record(tx, sets).compose(_ -> Future.failedFuture("no")));
    assertThat(failed.toCompletionStage().toCompletableFuture())
        .failsWithin(Duration.ofSeconds(20));
    assertThat(await(other.work())).isTrue();
    assertThat(books.ask("SELECT count(*) FROM worked")).isEqualTo(1L);
  }

  @Test
  void a_node_that_is_killed_at_work_leaves_it_to_the_other_one() {
    one.service.tick();
    other.service.tick();
    var began = Promise.<Integer>promise();
    var never = Promise.<Void>promise();
    var killed =
        one.sets.take(
            1,
            (tx, sets) ->
                record(tx, sets)
                    .compose(_ -> tx.query("SELECT pg_backend_pid()").execute())
                    .map(rows -> rows.iterator().next().getInteger(0))
                    .onComplete(began)
                    .compose(_ -> never.future()));
    var pid = await(began.future());
    assertThat(await(other.work())).isFalse();
    books.ask("SELECT pg_terminate_backend(" + pid + ", 20000)");
    assertThat(await(other.work())).isTrue();
    assertThat(books.ask("SELECT count(*) FROM worked")).isEqualTo(1L);
    never.fail("the connection is gone");
    assertThat(killed.toCompletionStage().toCompletableFuture())
        .failsWithin(Duration.ofSeconds(20));
  }

  @Test
  void two_consumers_each_get_every_set_and_old_ones_are_forgotten_but_for_the_last() {
    one.service.tick();
    now = now.plus(PriceFeed.REFRESH);
    one.service.tick();
    assertThat(await(one.work())).isTrue();
    var alerts = new PriceSets(books.books(), "alerts");
    assertThat(await(alerts.take(2, this::record))).isTrue();
    assertThat(worked).containsExactly(1L, 2L, 1L, 2L);
    assertThat(await(PriceSets.prune(books.platform(), now.plusSeconds(1), 100))).isEqualTo(1);
    assertThat(await(new PriceStore(books.platform()).lastSet())).isEqualTo(2L);
  }

  private Future<?> record(SqlConnection transaction, List<PriceSet> sets) {
    sets.forEach(set -> worked.add(set.id()));
    var ids = sets.stream().map(set -> "(" + set.id() + ")").toList();
    return transaction.query("INSERT INTO worked VALUES " + String.join(", ", ids)).execute();
  }
}
