package africa.soko.market;

import static africa.soko.market.MarketFixture.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import africa.soko.market.price.PriceFeed;
import africa.soko.market.price.PriceStore;
import africa.soko.market.price.QuoteBody;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.ThreadingModel;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class MarketServiceIT extends MarketNodes {
  @Test
  void the_first_start_prices_everything_and_the_second_serves_the_same() {
    var first = new Node("a");
    first.service.tick();
    assertThat(first.market.view().snapshot().quotes())
        .hasSize(first.market.view().catalogue().all().size());

    now = now.plusSeconds(60);
    var second = new Node("b");
    second.service.tick();
    assertThat(second.polls).isEmpty();
    assertThat(bodies(second)).isEqualTo(bodies(first));
    assertThat(second.market.view().snapshot().fx()).isEqualTo(first.market.view().snapshot().fx());
    assertThat(announced()).isEmpty();
  }

  @Test
  void two_nodes_poll_each_slot_once_and_serve_the_same_prices() {
    var nodes = List.of(new Node("a"), new Node("b"));
    for (int slot = 0; slot < 4; slot++) {
      // Who comes first changes, and both come twice.
      for (int turn = 0; turn < 4; turn++) nodes.get((slot + turn) % 2).service.tick();
      assertThat(bodies(nodes.get(0))).isEqualTo(bodies(nodes.get(1)));
      now = now.plus(PriceFeed.REFRESH);
    }
    assertThat(nodes.stream().mapToInt(node -> node.polls("NSE")).sum()).isEqualTo(4);
    assertThat(nodes).allSatisfy(node -> assertThat(node.polls("NSE")).isEqualTo(2));
  }

  @Test
  void of_two_nodes_at_the_same_moment_one_polls() {
    var nodes = List.of(new Node("a"), new Node("b"), new Node("c"));
    var runs = nodes.stream().map(n -> CompletableFuture.runAsync(n.service::tick)).toList();
    runs.forEach(CompletableFuture::join);
    nodes.forEach(node -> node.service.tick());
    assertThat(nodes.stream().mapToInt(node -> node.polls("NSE")).sum()).isEqualTo(1);
    assertThat(nodes).allSatisfy(node -> assertThat(node.service.isPriced()).isTrue());
    assertThat(bodies(nodes.get(1))).isEqualTo(bodies(nodes.get(0)));
    assertThat(bodies(nodes.get(2))).isEqualTo(bodies(nodes.get(0)));
  }

  @Test
  void a_node_that_finds_another_one_polling_comes_again_soon() {
    var node = new Node("a");
    var other = pool.getConnection().await();
    var transaction = other.begin().await();
    assertThat(new PriceStore(pool).lockPolling(other).await()).isTrue();
    assertThat(node.service.tick()).isEqualTo(now.plusSeconds(1));
    assertThat(node.service.isPriced()).isFalse();
    transaction.rollback().await();
    other.close().await();
    node.service.tick();
    assertThat(node.service.isPriced()).isTrue();
  }

  @Test
  void a_feed_that_fails_leaves_its_slot_to_whoever_comes_next() {
    var broken = new Node("a");
    var sound = new Node("b");
    broken.feedIsAway = true;
    assertThatThrownBy(broken.service::tick).hasMessageContaining("feed is away");
    sound.service.tick();
    assertThat(sound.polls("NSE")).isEqualTo(1);
  }

  @Test
  void an_instrument_without_a_price_does_not_wait_for_its_slot() {
    new Node("a").service.tick();
    run("DELETE FROM price WHERE symbol = 'SCOM.KE'");
    var second = new Node("b");
    second.service.tick();
    assertThat(second.quote("SCOM.KE").price()).isPositive();
    assertThat(second.polls).containsExactly(Map.entry("NSE", 1));
  }

  @Test
  void every_set_that_is_written_has_a_number_which_the_views_of_all_nodes_carry() {
    var nodes = List.of(new Node("a"), new Node("b"));
    nodes.forEach(node -> node.service.tick());
    assertThat(nodes).allSatisfy(node -> assertThat(node.market.view().set()).isEqualTo(1));
    now = now.plusSeconds(30);
    nodes.forEach(node -> node.service.tick());
    assertThat(nodes).allSatisfy(node -> assertThat(node.market.view().set()).isEqualTo(1));
    now = now.plus(PriceFeed.REFRESH);
    nodes.getLast().service.tick();
    assertThat(nodes.getLast().market.view().set()).isEqualTo(2);
    nodes.getFirst().service.tick();
    assertThat(nodes.getFirst().market.view().set()).isEqualTo(2);
  }

  @Test
  void a_weekend_moves_nothing() {
    now = at("2026-07-17T16:05:00Z");
    var node = new Node("a");
    node.service.tick();
    var friday = Map.copyOf(bodies(node));
    var snapshot = node.market.view().snapshot();
    while (now.isBefore(at("2026-07-18T22:00:00Z"))) {
      now = now.plus(Duration.ofHours(3));
      node.service.tick();
    }
    assertThat(bodies(node)).isEqualTo(friday);
    assertThat(node.market.view().snapshot()).isSameAs(snapshot);
    now = at("2026-07-20T06:30:00Z");
    node.service.tick();
    assertThat(node.quote("SCOM.KE").asOf()).isEqualTo(now);
  }

  @Test
  void without_postgresql_the_last_prices_stay() {
    var node = new Node("a");
    node.service.tick();
    var before = bodies(node);
    postgres.stop();
    try {
      now = now.plus(PriceFeed.REFRESH);
      assertThatThrownBy(node.service::tick).isNotNull();
      assertThat(bodies(node)).isEqualTo(before);
    } finally {
      postgres.start();
    }
    node.service.tick();
    assertThat(node.quote("SCOM.KE").asOf()).isAfter(START);
  }

  @Test
  void the_verticle_has_started_once_there_are_prices_and_looks_again_when_told() throws Exception {
    var node = new Node("a");
    var verticle = new MarketVerticle(node.service, () -> now);
    var options = new DeploymentOptions().setThreadingModel(ThreadingModel.VIRTUAL_THREAD);
    var deployment = vertx.deployVerticle(verticle, options).await();
    assertThat(node.service.isPriced()).isTrue();

    now = now.plus(PriceFeed.REFRESH);
    var seen = new CountDownLatch(1);
    node.polled = seen::countDown;
    verticle.wake();
    assertThat(seen.await(30, TimeUnit.SECONDS)).isTrue();
    vertx.undeploy(deployment).await();
  }

  @Test
  void a_node_that_cannot_price_anything_does_not_start() {
    var node = new Node("a");
    node.feedIsAway = true;
    var options = new DeploymentOptions().setThreadingModel(ThreadingModel.VIRTUAL_THREAD);
    var verticle = new MarketVerticle(node.service, () -> now);
    assertThatThrownBy(() -> vertx.deployVerticle(verticle, options).await())
        .hasMessageContaining("feed is away");
  }

  private Map<String, QuoteBody> bodies(Node node) {
    var bodies = new HashMap<String, QuoteBody>();
    for (var quote : node.market.view().snapshot().quotes()) {
      bodies.put(quote.symbol(), quote.bodyAt(quote.asOf()));
    }
    return bodies;
  }
}
