package africa.soko.market.price;

import africa.soko.edge.Answer;
import africa.soko.edge.Call;
import africa.soko.edge.Contract;
import africa.soko.edge.Query;
import africa.soko.market.Market;
import africa.soko.market.MarketMeta;
import africa.soko.market.MarketParameters;
import africa.soko.market.MarketView;
import africa.soko.market.Prepared;
import africa.soko.platform.money.Rounding;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// What has gained or lost most since the previous close. A price that has not moved, or is stale,
/// is none of them.
public final class MoverRoutes {
  private static final int PAGE_DEFAULT = 50;
  private static final int PAGE_MAX = 200;
  private static final int PAGES_MAX = 1_000_000;

  enum Direction {
    GAINERS,
    LOSERS;

    private static final Map<String, Direction> BY_NAME =
        Map.of("gainers", GAINERS, "losers", LOSERS);

    String text() {
      return name().toLowerCase(Locale.ROOT);
    }

    private boolean accepts(MarketQuote quote) {
      return quote.change().signum() == (this == GAINERS ? 1 : -1);
    }

    private Comparator<MarketQuote> order() {
      var byMove = Comparator.comparing(MoverRoutes::move);
      return (this == GAINERS ? byMove.reversed() : byMove).thenComparing(MarketQuote::symbol);
    }
  }

  private record Meta(
      String direction,
      int totalCount,
      int perPage,
      int page,
      boolean hasNext,
      @JsonUnwrapped MarketMeta refreshed) {}

  private record Movers(List<QuoteBody> data, Meta meta) {}

  private final Market market;
  private final MarketParameters parameters;

  public MoverRoutes(Market market) {
    this.market = market;
    this.parameters = new MarketParameters(market.exchanges());
  }

  public void bind(Contract contract) {
    contract.hot("getMarketMovers", this::movers);
    contract.hot("getMarketDataMovers", this::movers);
  }

  public Answer movers(Call call) {
    var view = market.of(call);
    return view.prepared().answer(call, now -> movers(call.query(), view, now));
  }

  private Prepared.Body movers(Query query, MarketView view, Instant now) {
    var only = parameters.exchange(query);
    var asked = query.one("direction", Direction.BY_NAME);
    var direction = asked == null ? Direction.GAINERS : asked;
    int limit = query.clamped("limit", PAGE_DEFAULT, 1, PAGE_MAX);
    int page = query.clamped("page", 1, 1, PAGES_MAX);
    var changesAt = Instant.MAX;
    for (var quote : view.snapshot().quotes()) {
      var next = quote.changesAt(now);
      if (next.isBefore(changesAt)) changesAt = next;
    }
    var all =
        view.snapshot().quotes().stream()
            .filter(
                quote -> only == null || quote.instrument().exchange().code().equals(only.code()))
            .filter(direction::accepts)
            .filter(quote -> !quote.isStaleAt(now))
            .sorted(direction.order())
            .toList();
    int from = Math.min((page - 1) * limit, all.size());
    int to = Math.min(from + limit, all.size());
    var data = all.subList(from, to).stream().map(quote -> quote.bodyAt(now)).toList();
    var refreshed = only == null ? view.meta() : view.meta(only);
    var meta = new Meta(direction.text(), all.size(), limit, page, to < all.size(), refreshed);
    return new Prepared.Body(
        new Movers(data, meta), view.refreshDue(parameters.exchanges(only)), changesAt);
  }

  /// By what its price is a multiple of the previous close.
  private static BigDecimal move(MarketQuote quote) {
    return Rounding.ratio(quote.price(), quote.previousClose());
  }
}
