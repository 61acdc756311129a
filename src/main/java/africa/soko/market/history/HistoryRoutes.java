package africa.soko.market.history;

import africa.soko.edge.Answer;
import africa.soko.edge.Call;
import africa.soko.edge.Contract;
import africa.soko.edge.ErrorCode;
import africa.soko.edge.Refused;
import africa.soko.market.Market;
import africa.soko.market.MarketView;
import africa.soko.market.Prepared;
import africa.soko.market.catalogue.AssetType;
import africa.soko.market.catalogue.Instrument;
import africa.soko.market.catalogue.StockBody;
import africa.soko.market.price.DataQuality;
import africa.soko.market.price.MarketQuote;
import africa.soko.platform.money.Rounding;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/// Candles and charts of what is listed, and the ETF with its chart (SPEC "Candle and chart").
public final class HistoryRoutes {
  /// @param interval how long a candle is: `1d`, `1w` or `1mo`
  private record Span(
      String symbol,
      String exchange,
      String currency,
      String period,
      String interval,
      @Nullable DataQuality dataQuality) {}

  private record CandleList(@JsonUnwrapped Span span, List<Candle> candles) {}

  private record Chart(@JsonUnwrapped Span span, List<LocalDate> labels, List<BigDecimal> prices) {
    static Chart of(Span span, List<Candle> candles) {
      return new Chart(
          span,
          candles.stream().map(Candle::date).toList(),
          candles.stream().map(Candle::close).toList());
    }
  }

  private record Range(String range, List<LocalDate> labels, List<BigDecimal> prices) {}

  /// @param annualisedReturn how its price moved over a year, in percent; null without that past
  private record FundFacts(
      String type, String country, String currency, @Nullable BigDecimal annualisedReturn) {}

  private record Etf(@JsonUnwrapped StockBody stock, Range chart, FundFacts fund) {}

  /// Who may be asked for under a path.
  enum Kind {
    ANY(null),
    ETF(AssetType.ETF),
    COMPANY(AssetType.STOCK);

    private final @Nullable AssetType only;

    Kind(@Nullable AssetType only) {
      this.only = only;
    }
  }

  private final Market market;

  public HistoryRoutes(Market market) {
    this.market = market;
  }

  public void bind(Contract contract) {
    contract.hot("getStockHistory", call -> history(call, Kind.ANY));
    contract.hot("getStockChart", call -> chart(call, Kind.ANY));
    contract.hot("getEtf", this::etf);
    contract.hot("getEtfHistory", call -> history(call, Kind.ETF));
    contract.hot("getEtfChart", call -> chart(call, Kind.ETF));
    contract.hot("getCompanyChart", call -> chart(call, Kind.COMPANY));
  }

  Answer history(Call call, Kind kind) {
    return answer(call, kind, CandleList::new);
  }

  Answer chart(Call call, Kind kind) {
    return answer(call, kind, Chart::of);
  }

  private Answer answer(Call call, Kind kind, BiFunction<Span, List<Candle>, Object> body) {
    var view = market.of(call);
    return view.prepared()
        .answer(
            call,
            now -> {
              var instrument = named(call, view, kind);
              var period = Period.of(call.query(), "period", Period.ONE_MONTH);
              var span =
                  new Span(
                      instrument.symbol(),
                      instrument.exchange().code(),
                      instrument.currency(),
                      period.text(),
                      period.interval().text(),
                      quality(view, instrument));
              return new Prepared.Body(
                  body.apply(span, candles(view, instrument, period, now)),
                  view.refreshDue(instrument.exchange()),
                  Instant.MAX);
            });
  }

  Answer etf(Call call) {
    var view = market.of(call);
    return view.prepared()
        .answer(
            call,
            now -> {
              var instrument = named(call, view, Kind.ETF);
              var range = Period.of(call.query(), "range", Period.THREE_MONTHS);
              var candles = candles(view, instrument, range, now);
              var body =
                  new Etf(
                      StockBody.of(instrument, view.snapshot(), now),
                      new Range(
                          range.text(),
                          candles.stream().map(Candle::date).toList(),
                          candles.stream().map(Candle::close).toList()),
                      new FundFacts(
                          AssetType.ETF.name(),
                          instrument.exchange().suffix(),
                          instrument.currency(),
                          annualisedReturn(view, instrument, now)));
              return new Prepared.Body(
                  body,
                  view.refreshDue(instrument.exchange()),
                  StockBody.changesAt(instrument, view.snapshot(), now));
            });
  }

  private @Nullable BigDecimal annualisedReturn(
      MarketView view, Instrument instrument, Instant now) {
    var last = view.past().lastDay(view, instrument, now);
    var candles = view.past().daily(view, instrument, last.minusYears(1), last, now);
    // A fund that is younger has none.
    if (candles.isEmpty() || candles.getFirst().date().isAfter(last.minusMonths(11))) return null;
    var first = candles.getFirst().close();
    return Rounding.percent(candles.getLast().close().subtract(first), first);
  }

  private List<Candle> candles(MarketView view, Instrument instrument, Period period, Instant now) {
    var calendar = market.calendars().of(instrument.exchange());
    var last = view.past().lastDay(view, instrument, now);
    var from = period.from(last, calendar);
    return period.gather(view.past().daily(view, instrument, from, last, now), calendar);
  }

  private static @Nullable DataQuality quality(MarketView view, Instrument instrument) {
    return view.snapshot().quote(instrument.symbol()).map(MarketQuote::dataQuality).orElse(null);
  }

  private static Instrument named(Call call, MarketView view, Kind kind) {
    var instrument = view.catalogue().named(call.path("symbol"));
    if (kind.only == null || kind.only == instrument.assetType()) return instrument;
    var what = kind == Kind.ETF ? "no ETF" : "no company";
    throw Refused.of(ErrorCode.NOT_FOUND, "%s is %s", instrument.symbol(), what).asException();
  }
}
