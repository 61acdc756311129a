package africa.soko.market.fx;

import africa.soko.edge.Answer;
import africa.soko.edge.Call;
import africa.soko.edge.Contract;
import africa.soko.market.Market;
import africa.soko.market.Prepared;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/// The managed exchange rates (SPEC, Core rules 2).
public final class FxRoutes {
  /// Rates change when an operator says so; this long a caller may keep them.
  private static final Duration KEPT = Duration.ofMinutes(1);

  private record FxRates(String base, Map<String, BigDecimal> rates, Instant asOf) {}

  private final Market market;

  public FxRoutes(Market market) {
    this.market = market;
  }

  public void bind(Contract contract) {
    contract.hot("getFxRates", this::rates);
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
