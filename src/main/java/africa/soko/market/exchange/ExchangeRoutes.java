package africa.soko.market.exchange;

import africa.soko.edge.Answer;
import africa.soko.edge.Call;
import africa.soko.edge.Contract;
import africa.soko.edge.Query;
import africa.soko.market.Market;
import africa.soko.market.MarketMeta;
import africa.soko.market.MarketParameters;
import africa.soko.market.MarketView;
import africa.soko.market.Prepared;
import africa.soko.platform.config.Range;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Exchanges: what they are, whether they trade, their holidays and settlement cycles (SPEC "Other
/// market records").
public final class ExchangeRoutes {

  /// The hours of these days, local: those of Ramadan while it lasts.
  record TradingHours(String open, String close, String timezone, List<DayOfWeek> days) {
    static TradingHours of(TradingCalendar calendar, Instant now) {
      var exchange = calendar.exchange();
      var hours = calendar.hoursOn(calendar.localDate(now));
      var days =
          Arrays.stream(DayOfWeek.values())
              .filter(day -> !exchange.weekend().contains(day))
              .sorted(Comparator.comparingInt(day -> day.getValue() % 7))
              .toList();
      return new TradingHours(
          hours.open().toString(), hours.close().toString(), exchange.zone().getId(), days);
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
  private record MarketStatus(List<Status> exchanges, @Nullable Boolean anyOpen) {}

  private record ServerTime(Instant serverTime) {}

  private record HolidayList(List<Holiday> data) {}

  private record Cycle(String exchange, String cycle, int days) {}

  private record Settlement(ProcessingWindow processingWindow, List<Cycle> exchanges) {}

  /// How long the live desk may take for a market order, in whole minutes of market hours.
  record ProcessingWindow(int minMinutes, int maxMinutes) {}

  private static final int SECONDS_OF_MINUTE = 60;

  /// No path begins so.
  private static final String STATUS = "status ";

  private final Market market;
  private final MarketParameters parameters;
  private final ProcessingWindow window;

  /// @param fillSeconds how long the live desk takes for a market order, in market hours
  public ExchangeRoutes(Market market, Range fillSeconds) {
    this.market = market;
    this.parameters = new MarketParameters(market.exchanges());
    this.window =
        new ProcessingWindow(
            fillSeconds.min() / SECONDS_OF_MINUTE,
            Math.ceilDiv(fillSeconds.max(), SECONDS_OF_MINUTE));
  }

  public void bind(Contract contract) {
    contract.hot("listExchanges", this::list);
    contract.hot("getMarketDataExchanges", this::list);
    contract.hot("getMarketDataStatus", this::status);
    contract.hot("getMarketStatus", this::status);
    contract.hot("listHolidays", this::holidays);
    contract.hot("getSettlement", this::settlement);
  }

  Answer list(Call call) {
    var view = market.of(call);
    return view.prepared().answer(call, now -> list(view, now));
  }

  private Prepared.Body list(MarketView view, Instant now) {
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
                        TradingHours.of(market.calendars().of(exchange), now),
                        view.phaseAt(exchange, now)))
            .toList();
    return new Prepared.Body(
        new ExchangeList(data, view.meta()), view.refreshDue(all), changesAt(all, now));
  }

  /// The time of day in it never counts as a change, but is never to be read from a cache.
  Answer status(Call call) {
    var only = parameters.exchange(call.query());
    var view = market.of(call);
    return view.prepared()
        .encoded(
            STATUS + (only == null ? "" : only.code()),
            call.now(),
            now -> statuses(only, view, now))
        .weakWith(new ServerTime(call.now()))
        .answer(call);
  }

  private Prepared.Body statuses(@Nullable Exchange only, MarketView view, Instant now) {
    var asked = parameters.exchanges(only);
    var exchanges = asked.stream().map(each -> status(each, view, now)).toList();
    var isAnyOpen = exchanges.stream().anyMatch(each -> each.status() == TradingPhase.OPEN);
    var body = new MarketStatus(exchanges, only == null ? isAnyOpen : null);
    return new Prepared.Body(body, Instant.EPOCH, changesAt(asked, now), 0);
  }

  private Status status(Exchange exchange, MarketView view, Instant now) {
    var calendar = market.calendars().of(exchange);
    return new Status(
        exchange.code(),
        view.phaseAt(exchange, now),
        calendar.nextOpen(now),
        calendar.nextClose(now),
        TradingHours.of(calendar, now),
        view.isHalted(exchange));
  }

  Answer holidays(Call call) {
    return market.of(call).prepared().answer(call, now -> holidays(call.query(), now));
  }

  private Prepared.Body holidays(Query query, Instant now) {
    var today = now.atOffset(ZoneOffset.UTC).toLocalDate();
    var only = parameters.exchange(query);
    var range = DateRange.of(query.date("from"), query.date("to"), today);
    var data =
        parameters.exchanges(only).stream()
            .map(market.calendars()::of)
            .flatMap(calendar -> calendar.holidays(range.from(), range.to()).stream())
            .sorted(Comparator.comparing(Holiday::date))
            .toList();
    var tomorrow = today.plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant();
    return new Prepared.Body(new HolidayList(data), Instant.MAX, tomorrow);
  }

  Answer settlement(Call call) {
    return market.of(call).prepared().answer(call, _ -> settlement(call.query()));
  }

  private Prepared.Body settlement(Query query) {
    var cycles =
        parameters.exchanges(parameters.exchange(query)).stream()
            .map(
                each -> new Cycle(each.code(), "T+" + each.settlementDays(), each.settlementDays()))
            .toList();
    return Prepared.Body.lasting(new Settlement(window, cycles), Prepared.MAX_AGE_SECONDS);
  }

  /// When a phase is another one, or a day, which may have other hours, begins at an exchange.
  private Instant changesAt(List<Exchange> exchanges, Instant now) {
    return exchanges.stream()
        .map(market.calendars()::of)
        .flatMap(each -> Stream.of(each.nextTransition(now), each.nextMidnight(now)))
        .min(Comparator.naturalOrder())
        .orElse(Instant.MAX);
  }
}
