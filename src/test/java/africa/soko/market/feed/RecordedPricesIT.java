package africa.soko.market.feed;

import static africa.soko.ledger.BooksOnDisk.await;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.ledger.BooksOnDisk;
import africa.soko.market.feed.HeldPrice.Status;
import africa.soko.market.history.Candle;
import africa.soko.market.history.CandleStore.SymbolCandle;
import africa.soko.market.price.FeedPrice;
import africa.soko.testing.SettableClock;
import io.vertx.core.Future;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What becomes of prices on two nodes that share a database: held prices, the candles of sessions
/// that have ended, and what is captured in those that run.
@Timeout(120)
class RecordedPricesIT {
  private static BooksOnDisk books;

  private final SettableClock clock = new SettableClock(Instant.parse("2026-07-15T09:05:00Z"));
  private final List<FeedRow> arriving = new ArrayList<>();
  private final List<SymbolCandle> told = new ArrayList<>();
  private FeedNode one;
  private FeedNode other;

  /// Gives what a test has put there.
  private final class Given implements PriceSource {
    @Override
    public List<FeedRows> look() {
      var rows = new FeedRows("given", arriving, told, List.of());
      arriving.clear();
      told.clear();
      return List.of(rows);
    }

    @Override
    public boolean isShared() {
      return false;
    }
  }

  @BeforeAll
  static void open() {
    books = new BooksOnDisk();
  }

  @AfterAll
  static void close() {
    books.close();
  }

  @BeforeEach
  void start() {
    books.execute("TRUNCATE platform.price, platform.price_set, platform.feed_look");
    books.execute("TRUNCATE platform.held_price, platform.candle, platform.intraday_bar");
    one = new FeedNode(books, new Given(), clock);
    other = new FeedNode(books, new Given(), clock);
  }

  @Test
  void an_accepted_price_is_published_once_and_seen_by_all() {
    comes("26", "25.75", "2026-07-15T08:30:00Z");
    comes("13", "25.75", "2026-07-15T09:00:00Z");
    var id = held().getFirst().id();
    var sets = sets();
    var decided = Future.join(decide(one, id, Status.ACCEPTED), decide(other, id, Status.ACCEPTED));
    assertThat(await(decided).<HeldPrice>list()).containsExactly(shown(id), shown(id));
    assertThat(sets()).isEqualTo(sets + 1);
    for (var node : List.of(one, other)) {
      node.service.tick();
      assertThat(node.price("SCOM.KE")).isEqualTo("13");
    }
    assertThat(await(decide(one, id, Status.REJECTED)).status()).isEqualTo(Status.ACCEPTED);
    // What follows in this session is compared with it, and so is the next session.
    comes("13.50", "25.75", "2026-07-15T09:05:00Z");
    assertThat(one.price("SCOM.KE")).isEqualTo("13.5");
    comes("26", "25.75", "2026-07-15T09:05:01Z");
    assertThat(one.price("SCOM.KE")).isEqualTo("13.5");
    clock.advance(Duration.ofDays(1));
    comes("14", "13.50", "2026-07-16T09:00:00Z");
    assertThat(one.price("SCOM.KE")).isEqualTo("14");
    assertThat(held()).isEmpty();
  }

  @Test
  void a_rejected_price_is_not_asked_about_again_in_its_session() {
    comes("2.60", "25.75", "2026-07-15T09:00:00Z");
    assertThat(await(decide(one, held().getFirst().id(), Status.REJECTED)).status())
        .isEqualTo(Status.REJECTED);
    for (var minute = 1; minute <= 3; minute++) {
      comes("2.60", "25.75", "2026-07-15T09:0%d:00Z".formatted(minute));
      assertThat(held()).isEmpty();
    }
    assertThat(one.price("SCOM.KE")).isEqualTo("none");
    comes("2.65", "25.75", "2026-07-15T09:05:00Z");
    assertThat(held()).hasSize(1);
  }

  @Test
  void of_an_instrument_the_newest_price_alone_waits() {
    comes("2.60", "25.75", "2026-07-15T08:00:00Z");
    var first = held().getFirst();
    comes("2.60", "25.75", "2026-07-15T08:15:00Z");
    assertThat(held())
        .singleElement()
        .satisfies(
            each -> {
              assertThat(each.id()).isEqualTo(first.id());
              assertThat(each.price().asOf()).isEqualTo("2026-07-15T08:15:00Z");
            });
    comes("2.70", "25.75", "2026-07-15T08:30:00Z");
    comes("2.80", "25.75", "2026-07-15T08:20:00Z");
    assertThat(held())
        .extracting(each -> each.price().price().toPlainString())
        .containsExactly("2.7");
    var waiting = held().getFirst().id();
    assertThat(await(decide(other, first.id(), Status.ACCEPTED)).status())
        .isEqualTo(Status.SUPERSEDED);
    comes("26", "25.75", "2026-07-15T09:00:00Z");
    assertThat(held()).isEmpty();
    assertThat(await(decide(other, waiting, Status.ACCEPTED)).status())
        .isEqualTo(Status.SUPERSEDED);
    assertThat(one.price("SCOM.KE")).isEqualTo("26");
    assertThat(await(one.store.decide("hld_NO", Status.ACCEPTED, this::never, clock.instant())))
        .isEmpty();
  }

  @Test
  void the_day_ends_with_a_candle_once_over_all_nodes() {
    comes("25.80", "25.75", "2026-07-14T08:00:00Z");
    comes("26", "25.80", "2026-07-15T09:00:00Z");
    // That of the day before was written when its session was left behind.
    assertThat(candles()).containsExactly("2026-07-14 25.8");
    assertThat(one.candles("SCOM.KE")).containsExactly("2026-07-14 25.8", "2026-07-15 26");
    to("2026-07-15T12:29:59Z");
    comes("26.25", "25.80", "2026-07-15T12:00:00Z");
    look();
    assertThat(candles()).containsExactly("2026-07-14 25.8");
    to("2026-07-15T12:30:00Z");
    look();
    assertThat(candles()).containsExactly("2026-07-14 25.8", "2026-07-15 26.25");
    var written = books.ask("SELECT max(change_id) FROM platform.candle");
    for (var times = 0; times < 3; times++) look();
    assertThat(books.ask("SELECT max(change_id) FROM platform.candle")).isEqualTo(written);
    // A last price that comes late corrects it, and so does one after a restart.
    comes("26.30", "25.80", "2026-07-15T12:00:00Z");
    look();
    assertThat(candles()).containsExactly("2026-07-14 25.8", "2026-07-15 26.3");
    other = new FeedNode(books, new Given(), clock);
    other.service.tick();
    assertThat(other.candles("SCOM.KE")).isEqualTo(one.candles("SCOM.KE"));
    other.look();
    assertThat(books.ask("SELECT count(*) FROM platform.candle")).isEqualTo(2L);
  }

  @Test
  void a_file_of_the_past_fills_what_is_before_the_published_price() {
    comes("26", "25.80", "2026-07-14T09:00:00Z");
    var first = LocalDate.of(2020, 1, 1);
    for (var day = 0; day < 2_400; day++) {
      told.add(candle(first.plusDays(day), "" + (day % 7 + 1)));
    }
    told.add(candle(first, "8"));
    told.add(new SymbolCandle("NOPE.KE", Candle.closing(first, BigDecimal.ONE, 1)));
    one.look();
    one.look();
    other.service.tick();
    var view = other.market.view();
    var scom = view.catalogue().find("SCOM.KE").orElseThrow();
    var all = view.past().daily(view, scom, LocalDate.EPOCH, LocalDate.MAX, clock.instant());
    assertThat(all.getFirst()).isEqualTo(candle(first, "8").candle());
    assertThat(all.getLast().close()).isEqualByComparingTo("26");
    assertThat(all).extracting(Candle::date).isSorted().doesNotHaveDuplicates();
    assertThat(all.get(all.size() - 2).date()).isEqualTo("2026-07-13");
    var count = books.ask("SELECT count(*) FROM platform.candle");
    assertThat(count).isEqualTo((long) all.size());
  }

  private static SymbolCandle candle(LocalDate date, String close) {
    return new SymbolCandle("SCOM.KE", Candle.closing(date, new BigDecimal(close), 5));
  }

  @Test
  void three_times_a_day_a_bar_is_captured() {
    var session = one.market.calendars().of(one.market.exchanges().byCode("NSE").orElseThrow());
    assertThat(session.sessionOn(LocalDate.of(2026, 7, 15)).orElseThrow().open())
        .isEqualTo("2026-07-15T06:30:00Z");
    to("2026-07-15T07:00:00Z");
    comes("26", "25.75", "2026-07-15T06:45:00Z");
    assertThat(captured(one)).isEqualTo("none");
    for (var step :
        List.of(
            List.of("2026-07-15T07:45:00Z", "26.05", "26.05"),
            List.of("2026-07-15T08:15:00Z", "26.10", "26.05"),
            List.of("2026-07-15T09:15:00Z", "26.20", "26.2"),
            List.of("2026-07-15T10:30:00Z", "26.30", "26.3"),
            List.of("2026-07-15T11:45:00Z", "26.40", "26.3"))) {
      to(step.getFirst());
      comes(step.get(1), "25.75", step.getFirst());
      look();
      look();
      assertThat(captured(one)).as(step.getFirst()).isEqualTo(step.getLast());
      assertThat(captured(other)).as(step.getFirst()).isEqualTo(step.getLast());
    }
    to("2026-07-16T07:00:00Z");
    comes("26.50", "26.40", "2026-07-16T06:45:00Z");
    look();
    assertThat(captured(one)).isEqualTo("none");
  }

  @Test
  void simulated_prices_of_before_are_never_seen() {
    books.execute(
        """
        INSERT INTO platform.price (symbol, price, previous_close, volume, as_of, data_quality)
        VALUES ('SCOM.KE', 20, 20, 1, '2026-07-15T09:00:00Z', 'SIMULATED'),
               ('KPLC.KE', 13, 13, 1, '2026-07-15T09:00:00Z', 'SIMULATED')
        """);
    look();
    assertThat(one.price("SCOM.KE")).isEqualTo("none");
    comes("26", "25.75", "2026-07-15T08:30:00Z");
    look();
    assertThat(one.market.view().snapshot().quotes()).hasSize(1);
    assertThat(books.ask("SELECT count(*) FROM platform.price WHERE is_simulated")).isEqualTo(2L);
    assertThat(one.candles("KPLC.KE")).isEmpty();
  }

  private Judgement never(Map<String, Known> known, FeedPrice price) {
    throw new AssertionError("Nothing is accepted");
  }

  private void comes(String price, String close, String asOf) {
    arriving.add(JudgingTest.row("SCOM.KE", price, close, asOf));
    one.look();
  }

  /// Both nodes.
  private void look() {
    one.look();
    other.look();
  }

  private void to(String time) {
    clock.advance(Duration.between(clock.instant(), Instant.parse(time)));
  }

  private static Future<HeldPrice> decide(FeedNode node, String id, Status wanted) {
    var market = node.market;
    return node.store
        .decide(
            id,
            wanted,
            (known, price) ->
                new Judging(market.view().catalogue(), market.calendars(), known).accept(price),
            Instant.parse("2026-07-15T09:06:00Z"))
        .map(found -> found.orElseThrow());
  }

  private HeldPrice shown(String id) {
    return await(books.platform().withTransaction(tx -> one.held.lock(tx, id))).orElseThrow();
  }

  private List<HeldPrice> held() {
    var ids =
        (String[])
            books.ask(
                "SELECT coalesce(array_agg(held_price_id), '{}') FROM platform.held_price"
                    + " WHERE status = 'HELD'");
    return List.of(ids).stream().map(this::shown).toList();
  }

  private long sets() {
    return (long) books.ask("SELECT count(*) FROM platform.price_set");
  }

  private List<String> candles() {
    var all =
        books.ask(
            "SELECT array_agg(session_date || ' ' || trim_scale(close) ORDER BY session_date)"
                + " FROM platform.candle");
    return List.of((String[]) all);
  }

  private static String captured(FeedNode node) {
    node.service.tick();
    return node.market
        .view()
        .past()
        .captured(node.quote("SCOM.KE").orElseThrow())
        .map(capture -> capture.bar().close().toPlainString())
        .orElse("none");
  }
}
