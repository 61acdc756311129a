package africa.soko.trading.equity;

import static africa.soko.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.edge.Environment;
import africa.soko.testing.Service;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The days of many accounts, with two desks of which one ends on the way.
@Timeout(120)
class EquityNodesIT {
  private static final int USERS = 40;
  private static final int DAYS = 25;

  @Test
  void each_day_of_each_account_is_written_once() {
    try (var one = new Service()) {
      var partner = one.partner();
      for (int i = 0; i < USERS; i++) partner.user();
      var other = one.another(UnaryOperator.identity());
      one.execute(
          "UPDATE sandbox.account SET day_ends = day_ends - interval '%d days'".formatted(DAYS));
      eventually(() -> written(one), n -> n > USERS);
      other.close();
      eventually(() -> written(one), n -> n >= (USERS + 1L) * DAYS);
      assertThat(written(one)).isEqualTo((USERS + 1L) * DAYS);
      var gaps =
          "SELECT count(*) FROM (SELECT max(day)::date - min(day)::date + 1 - count(*) AS missing"
              + " FROM equity_day GROUP BY account_id) AS g WHERE missing <> 0";
      assertThat(one.ask(Environment.SANDBOX, gaps)).isEqualTo(0L);
      one.proveBooks();
    }
  }

  private static long written(Service service) {
    return (Long) service.ask(Environment.SANDBOX, "SELECT count(*) FROM equity_day");
  }
}
