package africa.soko.market;

import africa.soko.edge.Answer;
import africa.soko.edge.Call;
import africa.soko.edge.Encoded;
import africa.soko.market.exchange.Exchange;
import africa.soko.market.exchange.Holiday;
import africa.soko.market.exchange.TradingPhase;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Exchanges: what they are, whether they trade, their holidays and settlement cycles (SPEC "Other
/// market records").
final class ExchangeRoutes {

  /// Regular hours, local.
  record TradingHours(String open, String close, String timezone, List<DayOfWeek> days) {
    static TradingHours of(Exchange exchange) {
      var days =
          Arrays.stream(DayOfWeek.values())
              .filter(day -> !exchange.weekend().contains(day))
              .sorted(Comparator.comparingInt(day -> day.getValue() % 7))
              .toList();
      return new TradingHours(
          exchange.hours().open().toString(),
          exchange.hours().close().toString(),
          exchange.zone().getId(),
          days);
    }
  }

  private record ExchangeBody(
      String code,
      String name,
      String country,
      String suffix,
      String mic,
      String currency,
      String timezone,
      TradingHours tradingHours,
      TradingPhase status) {}

  private record ExchangeList(List<ExchangeBody> data, MarketMeta meta) {}

  private record Status(
      String exchange,
      TradingPhase status,
      Instant nextOpen,
      Instant nextClose,
      TradingHours tradingHours,
      boolean halted) {}

  @JsonInclude(JsonInclude.Include.NON_NULL)
  private record MarketStatus(
      List<Status> exchanges, Instant serverTime, @Nullable Boolean anyOpen) {}

  private record HolidayList(List<Holiday> data) {}

  private record Cycle(String exchange, String cycle, int days) {}

  private record Settlement(ProcessingWindow processingWindow, List<Cycle> exchanges) {}

  /// How long the live desk may take for a market order, in whole minutes of market hours.
  record ProcessingWindow(int minMinutes, int maxMinutes) {}

  private final Market market;
  private final MarketParameters parameters;
  private final ProcessingWindow window;

  ExchangeRoutes(Market market, ProcessingWindow window) {
    this.market = market;
    this.parameters = new MarketParameters(market);
    this.window = window;
  }

  Answer list(Call call) {
    var now = call.now();
    var all = market.exchanges().all();
    var data =
        all.stream()
            .map(
                exchange ->
                    new ExchangeBody(
                        exchange.code(),
                        exchange.name(),
                        exchange.country(),
                        exchange.suffix(),
                        exchange.mic(),
                        exchange.currency(),
                        exchange.zone().getId(),
                        TradingHours.of(exchange),
                        market.phaseAt(exchange, now)))
            .toList();
    var view = market.view();
    var maxAge = Math.min(view.maxAgeSeconds(all, now), untilTransition(all, now));
    return Encoded.of(new ExchangeList(data, view.meta()), maxAge).answer(call);
  }

  /// The time of day in it never counts as a change, but is never to be read from a cache.
  Answer status(Call call) {
    var only = parameters.exchange(call.query());
    var exchanges =
        parameters.exchanges(only).stream().map(each -> status(each, call.now())).toList();
    var isAnyOpen = exchanges.stream().anyMatch(each -> each.status() == TradingPhase.OPEN);
    var body = new MarketStatus(exchanges, call.now(), only == null ? isAnyOpen : null);
    return Encoded.weak(body, exchanges, 0).answer(call);
  }

  private Status status(Exchange exchange, Instant now) {
    var calendar = market.calendars().of(exchange);
    return new Status(
        exchange.code(),
        market.phaseAt(exchange, now),
        calendar.nextOpen(now),
        calendar.nextClose(now),
        TradingHours.of(exchange),
        market.halted(exchange));
  }

  Answer holidays(Call call) {
    var query = call.query();
    var today = call.now().atOffset(ZoneOffset.UTC).toLocalDate();
    var only = parameters.exchange(query);
    var range = DateRange.of(query.date("from"), query.date("to"), today);
    var data =
        parameters.exchanges(only).stream()
            .map(market.calendars()::of)
            .flatMap(calendar -> calendar.holidays(range.from(), range.to()).stream())
            .sorted(Comparator.comparing(Holiday::date))
            .toList();
    return Encoded.of(new HolidayList(data), Expiring.MAX_AGE_SECONDS).answer(call);
  }

  Answer settlement(Call call) {
    var cycles =
        parameters.exchanges(parameters.exchange(call.query())).stream()
            .map(
                each -> new Cycle(each.code(), "T+" + each.settlementDays(), each.settlementDays()))
            .toList();
    return Encoded.of(new Settlement(window, cycles), Expiring.MAX_AGE_SECONDS).answer(call);
  }

  private int untilTransition(List<Exchange> exchanges, Instant now) {
    return exchanges.stream()
        .map(each -> market.calendars().of(each).nextTransition(now))
        .mapToInt(each -> Expiring.secondsBetween(now, each))
        .min()
        .orElse(0);
  }
}
