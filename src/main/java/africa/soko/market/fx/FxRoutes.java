package africa.soko.market.fx;

import africa.soko.edge.Answer;
import africa.soko.edge.Call;
import africa.soko.edge.Contract;
import africa.soko.edge.Page;
import africa.soko.edge.Refused;
import africa.soko.market.Market;
import africa.soko.market.Prepared;
import io.vertx.core.Future;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The managed exchange rates (SPEC, Core rules 2).
public final class FxRoutes {
  private static final int PAGE_DEFAULT = 50;
  private static final int PAGE_MAX = 200;

  /// Rates change when an operator says so; this long a caller may keep them.
  private static final Duration KEPT = Duration.ofMinutes(1);

  private record FxRates(String base, Map<String, BigDecimal> rates, Instant asOf) {}

  private record Rate(BigDecimal rate, Instant validFrom) {}

  private record History(
      String base,
      String currency,
      List<Rate> history,
      int count,
      boolean hasMore,
      @Nullable String nextCursor) {}

  private final Market market;
  private final FxStore history;

  /// @param history reads what the rates have been
  public FxRoutes(Market market, FxStore history) {
    this.market = market;
    this.history = history;
  }

  public void bind(Contract contract) {
    contract.hot("getFxRates", this::rates);
    contract.read("getFxHistory", this::history);
  }

  private Future<Answer> history(Call call) {
    var currency = call.query().requiredText("currency").toUpperCase(Locale.ROOT);
    var page = call.query().commonPage(PAGE_DEFAULT, PAGE_MAX);
    if (market.of(call).snapshot().fx().rate(currency).isEmpty() || currency.equals(FxTable.USD)) {
      throw Refused.invalid("currency", currency + " is not in the FX table").asException();
    }
    return history
        .history(currency, before(page), page.limit() + 1)
        .map(
            found -> {
              var slice = page.slice(found, each -> "" + each.id());
              return Answer.ok(
                  new History(
                      FxTable.USD,
                      currency,
                      slice.items().stream()
                          .map(each -> new Rate(each.perUsd(), each.validFrom()))
                          .toList(),
                      slice.count(),
                      slice.hasMore(),
                      slice.nextCursor()));
            });
  }

  private static @Nullable Long before(Page page) {
    var after = page.after();
    if (after == null) return null;
    try {
      return Long.valueOf(after);
    } catch (NumberFormatException e) {
      throw Refused.invalid("cursor", "cursor is not one that this list gave").asException();
    }
  }

  Answer rates(Call call) {
    var view = market.of(call);
    return view.prepared()
        .answer(
            call,
            _ -> {
              var table = view.snapshot().fx();
              var body = new FxRates(FxTable.USD, table.localPerUsd(), table.asOf());
              return Prepared.Body.lasting(body, (int) KEPT.toSeconds());
            });
  }
}
