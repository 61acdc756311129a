package africa.soko.paper;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The market of a history: what everybody is told of it. Four exchanges with the dearest, the
/// cheapest and the earliest of what the specification names.
final class Market {
  private static final Set<DayOfWeek> SATURDAY = Set.of(DayOfWeek.SATURDAY, DayOfWeek.SUNDAY);
  private static final Set<DayOfWeek> FRIDAY = Set.of(DayOfWeek.FRIDAY, DayOfWeek.SATURDAY);

  /// @param start local price at which a history begins
  /// @param tick of the prices about it
  record Stock(
      String symbol, String exchange, String currency, String start, String rate, String tick) {}

  static final Map<String, Stock> STOCKS = stocks();

  /// Whether the desk deals at all hours, as in the sandbox.
  final boolean alwaysOpen;

  /// Percent of an order that the desk fills at a time, and how long the next part waits.
  final int percent;

  final Duration pace;
  private final @Nullable Duration delay;
  final Map<String, Hours> hours = new LinkedHashMap<>();
  final Map<String, BigDecimal> prices = new LinkedHashMap<>();
  final Map<String, BigDecimal> rates = new LinkedHashMap<>();
  final Set<String> halted = new HashSet<>();

  /// @param delay that the desk takes for every order; null where it draws it by lot
  Market(boolean alwaysOpen, int percent, Duration pace, @Nullable Duration delay) {
    this.alwaysOpen = alwaysOpen;
    this.percent = percent;
    this.pace = pace;
    this.delay = delay;
    add(new Hours("NSE", "Africa/Nairobi", "09:30", "15:00", SATURDAY, 3));
    add(new Hours("ZSE", "Africa/Harare", "09:30", "13:00", SATURDAY, 3));
    add(new Hours("BRVM", "Africa/Abidjan", "09:45", "15:00", SATURDAY, 3));
    add(new Hours("EGX", "Africa/Cairo", "10:00", "14:30", FRIDAY, 2));
    for (var stock : STOCKS.values()) {
      prices.put(stock.symbol(), new BigDecimal(stock.start()));
      rates.put(stock.currency(), new BigDecimal(stock.rate()));
    }
  }

  private void add(Hours one) {
    hours.put(one.exchange, one);
  }

  private static Map<String, Stock> stocks() {
    var all = new LinkedHashMap<String, Stock>();
    all.put("SCOM.KE", new Stock("SCOM.KE", "NSE", "KES", "26", "129", "0.05"));
    all.put("OMTT.ZW", new Stock("OMTT.ZW", "ZSE", "ZWG", "0.139", "26.7", "0.001"));
    all.put("SNTS.CI", new Stock("SNTS.CI", "BRVM", "XOF", "25400", "560", "5"));
    all.put("COMI.EG", new Stock("COMI.EG", "EGX", "EGP", "100", "47.7", "0.01"));
    return all;
  }

  static Stock stock(String symbol) {
    return Objects.requireNonNull(STOCKS.get(symbol));
  }

  Hours hoursOf(String symbol) {
    return Objects.requireNonNull(hours.get(stock(symbol).exchange()));
  }

  boolean isHalted(String symbol) {
    return halted.contains(stock(symbol).exchange());
  }

  BigDecimal price(String symbol) {
    return Objects.requireNonNull(prices.get(symbol));
  }

  BigDecimal rate(String symbol) {
    return Objects.requireNonNull(rates.get(stock(symbol).currency()));
  }

  /// Whether the desk deals at a moment.
  boolean deals(String symbol, Instant at) {
    return alwaysOpen || hoursOf(symbol).isOpen(at);
  }

  /// When the desk has had so much of its time.
  Instant after(String symbol, Instant from, Duration time) {
    return alwaysOpen ? from.plus(time) : hoursOf(symbol).after(from, time);
  }

  /// How long the desk takes for an order, which both sides know.
  Duration drawn(int order) {
    return delay == null ? Duration.ofMillis(60_000 + order * 7_919L % 240_001) : delay;
  }

  /// Takes over the rates that a table names.
  void told(JsonNode table) {
    rates.replaceAll((currency, _) -> table.get(currency).decimalValue());
  }
}
