package africa.soko.alert;

import static africa.soko.alert.AlertBooks.SYMBOL;
import static africa.soko.ledger.BooksOnDisk.await;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.alert.PriceAlert.Condition;
import africa.soko.edge.Environment;
import africa.soko.market.MarketFixture;
import africa.soko.market.Overlay;
import africa.soko.market.price.PriceSetWatch;
import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.Future;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Two nodes that evaluate alerts with each new set of prices.
class AlertEvaluationIT {
  private static final String ONE = "prt_one";
  private static final int WAITING = 100_000;
  private static final int ROUNDS = 10;

  private AlertBooks books;
  private PriceSetWatch one;
  private PriceSetWatch other;

  @BeforeEach
  void start() {
    books = new AlertBooks();
    books.price("25");
    one = books.node();
    other = books.node();
    await(one.tick());
  }

  @AfterEach
  void stop() {
    books.books.prove();
    books.close();
  }

  @Test
  void an_alert_fires_once_at_the_price_of_the_set_although_two_nodes_try() {
    var id = books.above(ONE, "30");
    for (var price : List.of("29.5", "30.25", "31", "29", "32")) priced(price);
    assertThat(books.fired(ONE)).hasSize(1);
    var fired = books.fired(ONE).getFirst();
    assertThat(fired.get("alertId").asText()).isEqualTo(id);
    assertThat(fired.get("price").decimalValue()).isEqualByComparingTo("30.25");
    assertThat(fired.get("threshold").decimalValue()).isEqualByComparingTo("30");
    assertThat(fired.get("state").asText()).isEqualTo("DISARMED");
    assertThat(books.state(id)).isEqualTo("DISARMED");
  }

  @Test
  void one_that_repeats_fires_at_each_crossing() {
    var id = books.alert(ONE, Condition.BELOW, "20", true);
    for (var price : List.of("19", "18", "20", "20.5", "20", "22", "21")) priced(price);
    assertThat(prices(ONE)).containsExactly("19", "20");
    assertThat(books.state(id)).isEqualTo("ARMED");
  }

  @Test
  void a_price_that_jumps_fires_every_threshold_that_it_passes() {
    for (var threshold : List.of("26", "30", "35", "40")) books.above(ONE, threshold);
    for (var threshold : List.of("24", "10")) books.alert(ONE, Condition.BELOW, threshold, false);
    priced("37");
    assertThat(thresholds(ONE)).containsExactlyInAnyOrder("26", "30", "35");
    priced("5");
    assertThat(thresholds(ONE)).containsExactlyInAnyOrder("26", "30", "35", "24", "10");
    assertThat(prices(ONE)).containsExactly("37", "37", "37", "5", "5");
  }

  @Test
  void what_is_met_from_the_start_fires_with_the_next_set() {
    books.above(ONE, "20");
    await(one.tick());
    assertThat(books.fired(ONE)).isEmpty();
    priced("25.5");
    assertThat(prices(ONE)).containsExactly("25.5");
  }

  @Test
  void nothing_fires_while_the_exchange_is_closed_or_halted() {
    books.above(ONE, "30");
    books.now = Instant.parse("2026-07-18T09:05:00Z");
    priced("31");
    assertThat(books.fired(ONE)).isEmpty();
    books.now = AlertBooks.OPEN;
    MarketFixture.declare(
        books.shared, MarketFixture.halt(Environment.SANDBOX, "NSE", AlertBooks.OPEN));
    priced("32");
    assertThat(books.fired(ONE)).isEmpty();
    MarketFixture.declare(books.shared);
    priced("33");
    assertThat(prices(ONE)).containsExactly("33");
  }

  @Test
  void a_node_that_dies_amid_its_work_leaves_the_rest_and_nothing_is_told_twice() {
    var alerts = 40;
    IntStream.range(0, alerts).forEach(i -> books.above(ONE + i % 4, "30"));
    books.price("31");
    var sent = new AtomicInteger();
    var dying =
        books.node(
            command ->
                sent.incrementAndGet() <= alerts / 2
                    ? books.books.ledger().send(command)
                    : Future.failedFuture("killed"));
    assertThat(dying.tick().toCompletionStage().toCompletableFuture())
        .failsWithin(Duration.ofSeconds(20));
    assertThat(books.books.ask("SELECT count(*) FROM event")).isEqualTo(alerts / 2L);
    await(Future.join(one.tick(), other.tick()));
    await(Future.join(other.tick(), one.tick()));
    assertThat(books.books.ask("SELECT count(DISTINCT data::json ->> 'alertId') FROM event"))
        .isEqualTo((long) alerts);
    assertThat(books.books.ask("SELECT count(*) FROM event")).isEqualTo((long) alerts);
  }

  @Test
  void what_a_node_sent_long_ago_changes_nothing_any_more() {
    var id = books.alert(ONE, Condition.ABOVE, "30", true);
    priced("31");
    var late = new EvaluateAlert(ONE, id, books.market.view().set(), new BigDecimal("31"));
    priced("29");
    assertThat(books.state(id)).isEqualTo("ARMED");
    books.books.run(late);
    assertThat(books.state(id)).isEqualTo("ARMED");
    assertThat(prices(ONE)).containsExactly("31");
  }

  @Test
  void more_than_one_look_finds_fire_all_at_once() {
    var partners = 4;
    var each = 180;
    for (int partner = 0; partner < partners; partner++) {
      for (int i = 0; i < each; i++) books.above(ONE + partner, "" + (30 + i));
    }
    assertThat(partners * each).isGreaterThan(AlertStore.CROSSED_MAX);
    priced("1000");
    for (int partner = 0; partner < partners; partner++) {
      assertThat(books.books.ask(count(ONE + partner))).isEqualTo((long) each);
    }
    assertThat(books.books.ask("SELECT max(number) FROM price_alert_count")).isEqualTo(0L);
  }

  @Test
  void a_partner_who_sees_other_prices_is_told_by_those() {
    var id = books.above(ONE, "40");
    var nobodys = books.above("prt_two", "40");
    var split = new Overlay(Set.of(), Map.of(), Map.of(SYMBOL, new BigDecimal("2")), List.of());
    books.market.overlay(Overlay.NONE, Map.of(ONE, split));
    priced("21");
    assertThat(prices(ONE)).containsExactly("42");
    assertThat(books.state(id)).isEqualTo("DISARMED");
    assertThat(books.state(nobodys)).isEqualTo("ARMED");
    var half = new Overlay(Set.of(), Map.of(), Map.of(SYMBOL, new BigDecimal("0.5")), List.of());
    books.market.overlay(Overlay.NONE, Map.of("prt_two", half));
    priced("50");
    assertThat(books.state(nobodys)).isEqualTo("ARMED");
  }

  @Test
  void ten_that_fire_cost_no_more_for_a_hundred_thousand_that_wait() {
    // The best of some rounds: the machine has other things to do as well.
    var alone = bestOfTenThatFire(1);
    books.waiting(WAITING);
    var amongMany = bestOfTenThatFire(ROUNDS + 1);
    // To look at each of them would take far longer than what noise may add.
    assertThat(amongMany).isLessThan(alone.multipliedBy(3).plusMillis(50));
  }

  private Duration bestOfTenThatFire(int firstRound) {
    var best = Duration.ofDays(1);
    for (int round = firstRound; round < firstRound + ROUNDS; round++) {
      for (int i = 0; i < 10; i++) books.above(ONE + i, "" + 30 * round);
      books.price("" + 30 * round);
      long begin = System.nanoTime();
      await(one.tick());
      var took = Duration.ofNanos(System.nanoTime() - begin);
      if (took.compareTo(best) < 0) best = took;
      assertThat(books.books.ask("SELECT count(*) FROM event")).isEqualTo(10L * round);
    }
    return best;
  }

  private void priced(String price) {
    books.price(price);
    await(Future.join(one.tick(), other.tick()));
    await(Future.join(other.tick(), one.tick()));
  }

  private static String count(String partnerId) {
    return "SELECT count(*) FROM event WHERE partner_id = '%s'".formatted(partnerId);
  }

  private List<String> prices(String partnerId) {
    return texts(books.fired(partnerId), "price");
  }

  private List<String> thresholds(String partnerId) {
    return texts(books.fired(partnerId), "threshold");
  }

  private static List<String> texts(List<JsonNode> all, String field) {
    var texts = new ArrayList<String>();
    for (var one : all) texts.add(one.get(field).asText());
    return texts;
  }
}
