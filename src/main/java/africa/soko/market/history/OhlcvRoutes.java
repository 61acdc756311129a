package africa.soko.market.history;

import africa.soko.edge.Answer;
import africa.soko.edge.Call;
import africa.soko.edge.Contract;
import africa.soko.edge.ErrorCode;
import africa.soko.edge.Query;
import africa.soko.edge.Refused;
import africa.soko.market.Market;
import africa.soko.market.MarketMeta;
import africa.soko.market.MarketParameters;
import africa.soko.market.MarketView;
import africa.soko.market.Prepared;
import africa.soko.market.price.DataQuality;
import africa.soko.market.price.MarketQuote;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Daily closes and volumes in a window of at most 365 days; what a day opened at, its high and its
/// low are null here (SPEC "Candle and chart").
public final class OhlcvRoutes {
  private static final int DAYS_MAX = 365;
  private static final String ONLY = "1d";

  private record Meta(
      String symbol,
      String exchange,
      String currency,
      String interval,
      LocalDate from,
      LocalDate to,
      int count,
      @Nullable DataQuality dataQuality,
      @JsonUnwrapped MarketMeta refreshed) {}

  private record Candles(List<Candle> data, Meta meta) {}

  private record Window(LocalDate from, LocalDate to) {}

  private final Market market;
  private final MarketParameters parameters;

  public OhlcvRoutes(Market market) {
    this.market = market;
    this.parameters = new MarketParameters(market.exchanges());
  }

  public void bind(Contract contract) {
    contract.hot("getOhlcv", this::candles);
    contract.hot("getMarketDataOhlcv", this::candles);
  }

  public Answer candles(Call call) {
    var view = market.of(call);
    return view.prepared().answer(call, now -> candles(call.query(), view, now));
  }

  private Prepared.Body candles(Query query, MarketView view, Instant now) {
    var one = parameters.required(query);
    requireDaily(query, "interval");
    requireDaily(query, "timeframe");
    var instrument = view.catalogue().named(one.symbol(), one.exchange());
    var calendar = market.calendars().of(instrument.exchange());
    var window = window(query, calendar.localDate(now));
    var data =
        view.past().daily(view, instrument, window.from, window.to, now).stream()
            .map(each -> Candle.closing(each.date(), each.close(), each.volume()))
            .toList();
    var quality = view.snapshot().quote(instrument.symbol()).map(MarketQuote::dataQuality);
    var meta =
        new Meta(
            instrument.symbol(),
            instrument.exchange().code(),
            instrument.currency(),
            ONLY,
            window.from,
            window.to,
            data.size(),
            quality.orElse(null),
            view.meta(instrument.exchange()));
    return new Prepared.Body(
        new Candles(data, meta),
        view.refreshDue(instrument.exchange()),
        calendar.nextMidnight(now));
  }

  private static Window window(Query query, LocalDate today) {
    var asked = query.date("to");
    var to = asked == null ? today : asked;
    var first = query.date("from");
    var from = first == null ? to.minusDays(DAYS_MAX) : first;
    if (to.isBefore(from)) throw Refused.invalid("to", "to is before from").asException();
    if (ChronoUnit.DAYS.between(from, to) > DAYS_MAX) {
      throw Refused.of(
              ErrorCode.VALIDATION_ERROR, "from and to are more than %d days apart", DAYS_MAX)
          .with("param", "to")
          .asException();
    }
    return new Window(from, to);
  }

  private static void requireDaily(Query query, String name) {
    var asked = query.text(name);
    if (asked == null || asked.equalsIgnoreCase(ONLY)) return;
    throw Refused.invalid(name, name + " must be 1d").asException();
  }
}
