package africa.soko.market.exchange;

import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/// The calendar of every exchange.
public final class TradingCalendars {
  private final Map<String, TradingCalendar> byCode;

  public TradingCalendars(Exchanges exchanges, Holidays holidays) {
    byCode =
        exchanges.all().stream()
            .map(exchange -> new TradingCalendar(exchange, holidays))
            .collect(
                Collectors.toUnmodifiableMap(
                    calendar -> calendar.exchange().code(), Function.identity()));
  }

  public TradingCalendar of(Exchange exchange) {
    var calendar = byCode.get(exchange.code());
    if (calendar == null) throw new IllegalArgumentException("No calendar of " + exchange.code());
    return calendar;
  }
}
