package africa.soko.trading.equity;

import africa.soko.edge.Answer;
import africa.soko.edge.Call;
import africa.soko.edge.Contract;
import africa.soko.edge.Input;
import africa.soko.ledger.Account;
import africa.soko.platform.money.Usd;
import africa.soko.subaccount.AccountNames;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Equity histories, of sub-accounts and of the partner's own account.
public final class EquityRoutes {
  private static final int SPAN_DAYS_MAX = 365;
  private static final LocalDate FIRST = LocalDate.of(1, 1, 1);
  private static final LocalDate LAST = LocalDate.of(9999, 12, 31);

  private final EquityStore store;
  private final AccountNames names;

  record Point(
      LocalDate date, Usd equityUsd, Usd cashUsd, Usd escrowUsd, Usd marketValueUsd, boolean late) {

    static Point of(EquityDay day) {
      return new Point(
          day.date(), day.equity(), day.cash(), day.escrow(), day.marketValue(), day.late());
    }
  }

  record History(List<Point> points) {}

  /// @param pool whose connections look into the schema of one environment
  public EquityRoutes(Pool pool, AccountNames names) {
    store = new EquityStore(pool);
    this.names = names;
  }

  public void bind(Contract contract) {
    contract.read(
        "getSubAccountEquityHistory",
        call ->
            names.existing(call.caller(), call.path("userId")).compose(id -> history(call, id)));
    contract.read("getMasterEquityHistory", call -> history(call, Account.MASTER));
  }

  private Future<Answer> history(Call call, String accountId) {
    var from = call.query().date("from");
    var to = call.query().date("to");
    check(from, to);
    return store
        .days(
            call.caller().partnerId(),
            accountId,
            from == null ? FIRST : from,
            to == null ? LAST : to,
            from != null,
            SPAN_DAYS_MAX + 1)
        .map(days -> Answer.ok(new History(days.stream().map(Point::of).toList())));
  }

  private static void check(@Nullable LocalDate from, @Nullable LocalDate to) {
    if (from == null || to == null) return;
    if (to.isBefore(from)) throw Input.invalid("to", "is before from");
    if (ChronoUnit.DAYS.between(from, to) > SPAN_DAYS_MAX) {
      throw Input.invalid("to", "is more than %d days after from".formatted(SPAN_DAYS_MAX));
    }
  }
}
