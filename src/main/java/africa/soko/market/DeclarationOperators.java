package africa.soko.market;

import africa.soko.edge.Answer;
import africa.soko.edge.Call;
import africa.soko.edge.Contract;
import africa.soko.edge.Environment;
import africa.soko.edge.ErrorCode;
import africa.soko.edge.Input;
import africa.soko.edge.Refused;
import africa.soko.market.catalogue.InstrumentStatus;
import africa.soko.market.exchange.Exchange;
import africa.soko.market.exchange.HolidayOverride;
import africa.soko.market.exchange.TradingPhase;
import io.vertx.core.Future;
import java.time.Instant;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What operators declare of exchanges and instruments: halts, suspensions, and days that are other
/// ones than their rules say. Each may be repeated, and is taken back.
public final class DeclarationOperators {
  private static final int REASON_MAX = 200;
  private static final int DAYS_AHEAD_MAX = 730;

  record Closure(Environment environment, @Nullable String reason) {
    private Closure checked() {
      if (reason != null) Input.name("reason", reason, REASON_MAX);
      return this;
    }
  }

  record Readmission(Environment environment) {}

  record Day(boolean trades, String reason) {}

  private record Halt(
      Environment environment, String exchange, boolean halted, TradingPhase status) {}

  private record Suspension(Environment environment, String symbol, InstrumentStatus status) {}

  private record Removed(String exchange, LocalDate date, boolean deleted) {}

  private record Declared(List<Declaration> declarations) {}

  private final SharedMarket market;
  private final DeclarationStore store;
  private final MarketParameters parameters;

  public DeclarationOperators(SharedMarket market, DeclarationStore store) {
    this.market = market;
    this.store = store;
    parameters = new MarketParameters(market.exchanges());
  }

  /// @param look lets this node see what was changed
  void bind(Contract contract, Supplier<Future<Void>> look) {
    contract.read("listDeclarations", _ -> store.all().map(all -> Answer.ok(new Declared(all))));
    contract.change("haltExchange", call -> halt(call, look));
    contract.change("resumeExchange", call -> resume(call, look));
    contract.change("suspendInstrument", call -> suspend(call, look));
    contract.change("resumeInstrument", call -> readmit(call, look));
    contract.change("declareDay", call -> declareDay(call, look));
    contract.change("removeDay", call -> removeDay(call, look));
  }

  private Future<Answer> halt(Call call, Supplier<Future<Void>> look) {
    var exchange = exchange(call);
    var asked = call.body(Closure.class).checked();
    return store
        .halt(asked.environment, exchange.code(), asked.reason, call.now())
        .compose(_ -> look.get())
        .map(_ -> halt(asked.environment, exchange, true, call.now()));
  }

  private Future<Answer> resume(Call call, Supplier<Future<Void>> look) {
    var exchange = exchange(call);
    var environment = call.body(Readmission.class).environment;
    return store
        .resume(environment, exchange.code())
        .compose(_ -> look.get())
        .map(_ -> halt(environment, exchange, false, call.now()));
  }

  private Answer halt(Environment environment, Exchange exchange, boolean halted, Instant now) {
    var phase = market.calendars().of(exchange).phaseAt(now);
    return Answer.ok(
        new Halt(environment, exchange.code(), halted, MarketView.phase(phase, halted)));
  }

  private Future<Answer> suspend(Call call, Supplier<Future<Void>> look) {
    var symbol = symbol(call);
    var asked = call.body(Closure.class).checked();
    var done = new Suspension(asked.environment, symbol, InstrumentStatus.SUSPENDED);
    return store
        .suspend(asked.environment, symbol, asked.reason, call.now())
        .compose(_ -> look.get())
        .map(_ -> Answer.ok(done));
  }

  private Future<Answer> readmit(Call call, Supplier<Future<Void>> look) {
    var symbol = symbol(call);
    var environment = call.body(Readmission.class).environment;
    return store
        .readmit(environment, symbol)
        .compose(_ -> look.get())
        .map(_ -> Answer.ok(new Suspension(environment, symbol, InstrumentStatus.ACTIVE)));
  }

  private Future<Answer> declareDay(Call call, Supplier<Future<Void>> look) {
    var exchange = exchange(call);
    var date = dayToCome(exchange, call);
    var asked = call.body(Day.class);
    Input.name("reason", asked.reason, REASON_MAX);
    if (asked.trades && exchange.weekend().contains(date.getDayOfWeek())) {
      throw Input.invalid("trades", "cannot be true on a weekend");
    }
    var day = new HolidayOverride(exchange.code(), date, asked.trades, asked.reason);
    return store.override(day, call.now()).compose(_ -> look.get()).map(_ -> Answer.ok(day));
  }

  private Future<Answer> removeDay(Call call, Supplier<Future<Void>> look) {
    var exchange = exchange(call);
    var date = dayToCome(exchange, call);
    return store
        .removeOverride(exchange.code(), date)
        .compose(
            removed ->
                removed
                    ? look.get()
                    : Future.failedFuture(
                        Refused.of(
                                ErrorCode.NOT_FOUND,
                                "Nothing is declared of %s at %s",
                                date,
                                exchange.code())
                            .asException()))
        .map(_ -> Answer.ok(new Removed(exchange.code(), date, true)));
  }

  /// A day of which prices exist, or may, stays what it was.
  private LocalDate dayToCome(Exchange exchange, Call call) {
    var date = date(call.path("date"));
    var calendar = market.calendars().of(exchange);
    var opening = date.atTime(calendar.hoursOn(date).open()).atZone(exchange.zone()).toInstant();
    if (!call.now().isBefore(opening)) {
      throw Input.invalid("date", "has begun at %s; halt it instead".formatted(exchange.code()));
    }
    if (date.isAfter(calendar.localDate(call.now()).plusDays(DAYS_AHEAD_MAX))) {
      throw Input.invalid("date", "is more than %d days ahead".formatted(DAYS_AHEAD_MAX));
    }
    return date;
  }

  private static LocalDate date(String text) {
    try {
      var date = LocalDate.parse(text);
      if (date.getYear() >= 2000 && date.getYear() <= 2100) return date;
    } catch (DateTimeParseException _) {
      // Refused as any other that is none.
    }
    throw Input.invalid("date", "must be a day such as 2026-12-14");
  }

  private Exchange exchange(Call call) {
    return parameters.exchange(call.path("exchange"));
  }

  private String symbol(Call call) {
    return market.view().catalogue().named(call.path("symbol")).symbol();
  }
}
