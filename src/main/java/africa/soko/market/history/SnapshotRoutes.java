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
import africa.soko.market.price.MarketQuote;
import africa.soko.market.price.QuoteBatch;
import africa.soko.market.price.QuoteBody;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A quote with the bars about it, of one symbol or of up to fifty (SPEC "Snapshot").
public final class SnapshotRoutes {
  private record IntradayBar(Instant capturedAt, @JsonUnwrapped Candle bar) {}

  private record Snapshot(
      QuoteBody quote,
      Candle dailyBar,
      @Nullable Candle prevDailyBar,
      @Nullable IntradayBar intradayBar) {}

  private record Single(Snapshot data, MarketMeta meta) {}

  private record Batch(
      Map<String, Snapshot> data,
      @JsonProperty("not_found") List<String> notFound,
      MarketMeta meta) {}

  private final Market market;
  private final MarketParameters parameters;

  public SnapshotRoutes(Market market) {
    this.market = market;
    this.parameters = new MarketParameters(market.exchanges());
  }

  public void bind(Contract contract) {
    contract.hot("getMarketSnapshot", this::snapshots);
  }

  Answer snapshots(Call call) {
    var view = market.of(call);
    return view.prepared()
        .answer(
            call,
            now ->
                parameters.isBatch(call.query())
                    ? batch(call.query(), view, now)
                    : single(call.query(), view, now));
  }

  private Prepared.Body single(Query query, MarketView view, Instant now) {
    var one = parameters.required(query);
    var instrument = view.catalogue().named(one.symbol(), one.exchange());
    var quote =
        view.snapshot()
            .quote(instrument.symbol())
            .orElseThrow(
                () ->
                    Refused.of(ErrorCode.NOT_FOUND, "%s has no price yet", instrument.symbol())
                        .asException());
    return new Prepared.Body(
        new Single(snapshot(quote, view, now), view.meta(one.exchange())),
        view.refreshDue(one.exchange()),
        quote.changesAt(now));
  }

  private Prepared.Body batch(Query query, MarketView view, Instant now) {
    var batch = QuoteBatch.of(parameters, query, view, now);
    var data = new LinkedHashMap<String, Snapshot>();
    for (var quote : batch.found()) data.put(quote.symbol(), snapshot(quote, view, now));
    return batch.answer(new Batch(data, batch.notFound(), view.meta()));
  }

  private static Snapshot snapshot(MarketQuote quote, MarketView view, Instant now) {
    var past = view.past();
    return new Snapshot(
        quote.bodyAt(now),
        past.bar(quote),
        past.previous(quote).orElse(null),
        past.captured(quote)
            .map(capture -> new IntradayBar(capture.at(), capture.bar()))
            .orElse(null));
  }
}
