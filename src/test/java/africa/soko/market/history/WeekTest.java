package africa.soko.market.history;

import static africa.soko.market.MarketFixture.at;
import static africa.soko.market.MarketFixture.declare;
import static africa.soko.market.MarketFixture.halt;
import static africa.soko.market.MarketFixture.priced;
import static africa.soko.market.MarketFixture.publish;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.edge.Answer;
import africa.soko.edge.Call;
import africa.soko.edge.Calls;
import africa.soko.edge.Environment;
import africa.soko.market.Declaration;
import africa.soko.market.Market;
import africa.soko.market.Overlay;
import africa.soko.market.SharedMarket;
import africa.soko.market.catalogue.StockRoutes;
import africa.soko.market.price.MarketQuoteRoutes;
import africa.soko.market.price.MoverRoutes;
import africa.soko.platform.money.Usd;
import africa.soko.testing.Reply;
import africa.soko.trading.Price;
import africa.soko.trading.position.Holding;
import africa.soko.trading.position.Portfolio;
import africa.soko.trading.position.Sold;
import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/// Whatever shows a price shows the same one: a week is walked in steps that are no multiple of a
/// slot, with a halt, a holiday that is declared, a split, and hours in which no prices come. What
/// is asked is what the paths of the interface answer with.
class WeekTest {
  private static final Instant FROM = at("2026-07-13T05:00:00Z");
  private static final Instant TO = at("2026-07-20T05:00:00Z");
  private static final Duration STEP = Duration.ofMinutes(67);
  private static final int BATCH = 50;
  private static final int AWAY_EVERY = 9;
  private static final String SPLIT = "SCOM.KE";

  private final SharedMarket shared = priced(FROM);
  private final Market market = new Market(shared, Environment.SANDBOX);
  private final MarketQuoteRoutes quotes = new MarketQuoteRoutes(market);
  private final SnapshotRoutes snapshots = new SnapshotRoutes(market);
  private final OhlcvRoutes ohlcv = new OhlcvRoutes(market);
  private final HistoryRoutes history = new HistoryRoutes(market);
  private final StockRoutes stocks = new StockRoutes(market);
  private final MoverRoutes movers = new MoverRoutes(market);
  private Instant now = FROM;
  private int stale;

  @Test
  void everything_that_shows_a_price_agrees_at_any_moment_of_a_week() {
    int step = 0;
    while (now.isBefore(TO)) {
      happen();
      if (step % AWAY_EVERY != 0) publish(shared, now);
      agree();
      now = now.plus(STEP);
      step++;
    }
    // It would prove less without them.
    assertThat(stale).isPositive();
  }

  /// On Tuesday a holiday for Thursday and a halt, on Wednesday a split.
  private void happen() {
    var mourning =
        new Declaration(
            Declaration.Kind.HOLIDAY,
            null,
            "NSE",
            LocalDate.of(2026, 7, 16),
            "Mourning",
            at("2026-07-14T08:00:00Z"));
    var halt = halt(Environment.SANDBOX, "JSE", at("2026-07-14T08:00:00Z"));
    if (now.isAfter(at("2026-07-14T08:00:00Z"))) declare(shared, halt, mourning);
    if (now.isAfter(at("2026-07-15T07:00:00Z"))) {
      var half = Map.of(SPLIT, new BigDecimal("0.5"));
      market.overlay(new Overlay(Set.of(), Map.of(), half, List.of()), Map.of());
    }
  }

  private void agree() {
    var all = new HashMap<String, JsonNode>();
    for (var stock : json(stocks.list(call("/stocks", ""))).at("/stocks")) {
      all.put(stock.get("symbol").asText(), stock);
    }
    var bySymbol = quotes(all.keySet());
    assertThat(bySymbol).hasSameSizeAs(all);
    all.forEach((symbol, stock) -> sameQuote(stock, bySymbol.get(symbol)));
    moversAre(bySymbol);
    portfolioIs(bySymbol);
    bars(bySymbol);
  }

  /// By symbol, what the quotes of batches say; the snapshots say the same.
  private Map<String, JsonNode> quotes(Set<String> symbols) {
    var found = new HashMap<String, JsonNode>();
    for (var batch : batches(symbols)) {
      var query = "symbols=" + String.join(",", batch);
      for (var quote : json(quotes.quotes(call("/market/quotes", query))).at("/data")) {
        found.put(quote.get("symbol").asText(), quote);
      }
    }
    stale += (int) found.values().stream().filter(quote -> quote.get("stale").asBoolean()).count();
    return found;
  }

  private void bars(Map<String, JsonNode> quotes) {
    for (var batch : batches(quotes.keySet())) {
      var query = "symbols=" + String.join(",", batch);
      var data = json(snapshots.snapshots(call("/market/snapshot", query))).at("/data");
      assertThat(data.size()).isEqualTo(batch.size());
      for (var each : data.properties())
        bars(each.getKey(), quotes.get(each.getKey()), each.getValue());
    }
  }

  private void bars(String symbol, JsonNode quote, JsonNode snapshot) {
    var as = symbol + " at " + now;
    assertThat(snapshot.get("quote")).as(as).isEqualTo(quote);
    var day = snapshot.get("dailyBar");
    assertThat(decimal(day, "close")).as(as).isEqualByComparingTo(decimal(quote, "price"));
    assertThat(day.get("volume")).as(as).isEqualTo(quote.get("volume"));
    assertThat(decimal(day, "low")).as(as).isLessThanOrEqualTo(decimal(day, "close"));
    assertThat(decimal(day, "high")).as(as).isGreaterThanOrEqualTo(decimal(day, "close"));
    var before = snapshot.get("prevDailyBar");
    assertThat(decimal(before, "close"))
        .as(as)
        .isEqualByComparingTo(decimal(quote, "previousClose"));
    var captured = snapshot.get("intradayBar");
    if (!captured.isNull()) {
      assertThat(captured.get("date")).as(as).isEqualTo(day.get("date"));
      assertThat(captured.get("open")).as(as).isEqualTo(day.get("open"));
      assertThat(Instant.parse(captured.get("capturedAt").asText()))
          .as(as)
          .isBeforeOrEqualTo(Instant.parse(quote.get("asOf").asText()));
      assertThat(decimal(captured, "high")).as(as).isLessThanOrEqualTo(decimal(day, "high"));
      assertThat(captured.get("volume").asLong())
          .as(as)
          .isLessThanOrEqualTo(day.get("volume").asLong());
    }
    var candles = json(history.history(path(symbol, "history"), HistoryRoutes.Kind.ANY));
    assertThat(last(candles.get("candles"), 1)).as(as).isEqualTo(day);
    assertThat(last(candles.get("candles"), 2)).as(as).isEqualTo(before);

    var daily = json(ohlcv.candles(call("/market/ohlcv", window(symbol, quote)))).get("data");
    for (int back = 1; back <= 2; back++) {
      var bar = back == 1 ? day : before;
      assertThat(last(daily, back).get("date")).as(as).isEqualTo(bar.get("date"));
      assertThat(last(daily, back).get("close")).as(as).isEqualTo(bar.get("close"));
      assertThat(last(daily, back).get("volume")).as(as).isEqualTo(bar.get("volume"));
    }
    var chart = json(history.chart(path(symbol, "chart"), HistoryRoutes.Kind.ANY));
    assertThat(last(chart.get("labels"), 1)).as(as).isEqualTo(day.get("date"));
    assertThat(last(chart.get("prices"), 1)).as(as).isEqualTo(day.get("close"));
    assertThat(last(chart.get("prices"), 2)).as(as).isEqualTo(before.get("close"));
  }

  /// Every quote that has moved and is not stale is a mover, once, in the order of the moves.
  private void moversAre(Map<String, JsonNode> quotes) {
    var seen = new HashSet<String>();
    for (var direction : List.of("gainers", "losers")) {
      var query = "limit=200&direction=" + direction;
      var data = json(movers.movers(call("/market/movers", query))).get("data");
      BigDecimal last = null;
      for (var mover : data) {
        var symbol = mover.get("symbol").asText();
        assertThat(mover).isEqualTo(quotes.get(symbol));
        assertThat(seen.add(symbol)).isTrue();
        var move = decimal(mover, "changePercent").abs();
        if (last != null) assertThat(move).isLessThanOrEqualTo(last);
        last = move;
      }
    }
    var moved =
        quotes.values().stream()
            .filter(quote -> decimal(quote, "change").signum() != 0)
            .filter(quote -> !quote.get("stale").asBoolean())
            .map(quote -> quote.get("symbol").asText())
            .collect(Collectors.toSet());
    assertThat(seen).as("movers at " + now).isEqualTo(moved);
  }

  private void portfolioIs(Map<String, JsonNode> quotes) {
    var three = new BigDecimal(3);
    var holdings =
        quotes.keySet().stream()
            .map(
                symbol ->
                    new Holding(
                        "prt_1",
                        "sub_1",
                        symbol,
                        "h",
                        "X",
                        three,
                        BigDecimal.ZERO,
                        Usd.of("1"),
                        Sold.NOTHING))
            .toList();
    var view = market.of("prt_1");
    var portfolio =
        Portfolio.of(
            holdings,
            Usd.ZERO,
            Usd.ZERO,
            symbol -> Price.latest(view, view.catalogue().named(symbol), now).orElseThrow());
    for (var held : portfolio.holdings()) {
      var quote = quotes.get(held.symbol());
      assertThat(held.marketPriceLocal()).isEqualByComparingTo(decimal(quote, "price"));
      var rate = view.snapshot().fx().rate(quote.get("currency").asText()).orElseThrow();
      var worth = decimal(quote, "price").multiply(three).divide(rate, 8, RoundingMode.HALF_EVEN);
      assertThat(held.marketValueUsd().dollars())
          .as(held.symbol())
          .isCloseTo(worth, Offset.offset(new BigDecimal("0.01001")));
    }
  }

  /// A stock has all fields of its quote but says its names otherwise.
  private static void sameQuote(JsonNode stock, JsonNode quote) {
    for (var field : quote.properties()) {
      assertThat(stock.get(field.getKey())).as(stock.toString()).isEqualTo(field.getValue());
    }
  }

  private static String window(String symbol, JsonNode quote) {
    var day = LocalDate.parse(quote.get("asOf").asText().substring(0, 10));
    return "symbol=%s&exchange=%s&from=%s&to=%s"
        .formatted(symbol, quote.get("exchange").asText(), day.minusDays(8), day.plusDays(1));
  }

  private static List<List<String>> batches(Set<String> symbols) {
    var sorted = symbols.stream().sorted().toList();
    var batches = new ArrayList<List<String>>();
    IntStream.iterate(0, from -> from < sorted.size(), from -> from + BATCH)
        .forEach(from -> batches.add(sorted.subList(from, Math.min(from + BATCH, sorted.size()))));
    return batches;
  }

  private Call call(String path, String query) {
    return Calls.get(path + "?" + query, Map.of(), null, now);
  }

  private Call path(String symbol, String what) {
    var uri = "/stocks/%s/%s?period=1w".formatted(symbol, what);
    return Calls.get(uri, Map.of("symbol", symbol), null, now);
  }

  private static JsonNode json(Answer answer) {
    assertThat(answer.status()).isEqualTo(200);
    return Reply.read(answer.body().toString());
  }

  private static JsonNode last(JsonNode array, int back) {
    return array.get(array.size() - back);
  }

  private static BigDecimal decimal(JsonNode node, String field) {
    return node.get(field).decimalValue();
  }
}
