package africa.soko.trading.settlement;

import africa.soko.edge.Answer;
import africa.soko.edge.Call;
import africa.soko.edge.Contract;
import africa.soko.edge.Environment;
import africa.soko.edge.ErrorCode;
import africa.soko.edge.Refused;
import africa.soko.ledger.Ledger;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What operators see of failed settlements, and try again (DECISIONS 5).
public final class FailureRoutes {
  private static final int PAGE_DEFAULT = 50;
  private static final int PAGE_MAX = 200;

  private final Ledger ledger;
  private final FailureStore store;

  record Failures(
      List<SettlementFailure> settlementFailures,
      int count,
      boolean hasMore,
      @Nullable String nextCursor) {}

  record Retry(Environment environment) {}

  /// @param pool whose connections look into the schema of one environment
  public FailureRoutes(Ledger ledger, Pool pool) {
    this.ledger = ledger;
    store = new FailureStore(pool);
  }

  public void bind(Contract.Operators contract) {
    contract.read("listSettlementFailures", this::list);
    contract.change("retrySettlement", this::retry);
  }

  private Future<Answer> list(Call call) {
    var page = call.query().page(PAGE_DEFAULT, PAGE_MAX);
    return store
        .page(call.query().text("partnerId"), page)
        .map(
            found -> {
              var slice = page.slice(found, SettlementFailure::failureId);
              return Answer.ok(
                  new Failures(slice.items(), slice.count(), slice.hasMore(), slice.nextCursor()));
            });
  }

  private Future<Answer> retry(Call call) {
    call.body(Retry.class);
    return store
        .find(call.path("failureId"))
        .compose(
            found -> {
              var failure = found.orElseThrow(FailureRoutes::unknown);
              return ledger.send(
                  new RetrySettlement(failure.order(), failure.failure()), call.origin());
            });
  }

  private static RuntimeException unknown() {
    return Refused.of(ErrorCode.NOT_FOUND, "No such failure").asException();
  }
}
