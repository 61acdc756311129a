package africa.soko.trading.position;

import static africa.soko.trading.Floor.USER;
import static africa.soko.trading.Floor.price;
import static africa.soko.trading.Floor.units;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import africa.soko.ledger.Account;
import africa.soko.platform.money.Usd;
import africa.soko.trading.BooksAudit;
import africa.soko.trading.Floor;
import africa.soko.trading.Side;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class PositionTest {
  private final Floor floor = new Floor().open(Account.MASTER, "100").open(USER, "1000");

  @Test
  void a_sale_by_a_clock_that_is_behind_comes_after_the_one_before_it() {
    floor.filled(Side.BUY, units("10"), price("10"));
    floor.filled(Side.SELL, units("3"), price("11"));
    var first = floor.books.now();
    floor.books.pass(Duration.ofSeconds(-2));
    floor.filled(Side.SELL, units("4"), price("12"));
    floor.books.pass(Duration.ofSeconds(3));
    floor.filled(Side.SELL, units("1"), price("12"));
    assertThat(floor.books.all(Disposal.TABLE))
        .extracting(d -> d.quantity().toPlainString(), Disposal::disposedAt)
        .containsExactly(tuple("3", first), tuple("4", first), tuple("1", first.plusSeconds(1)));
    BooksAudit.check(floor.books);
  }

  @Test
  void a_sale_that_failed_to_settle_stays_in_the_sums() {
    floor.filled(Side.BUY, units("10"), price("10"));
    var failed = floor.filled(Side.SELL, units("3"), price("11"));
    floor.fail(failed);
    floor.filled(Side.SELL, units("4"), price("12"));
    assertThat(floor.holding().sold().proceeds())
        .isEqualTo(failed.totalCost().plus(Usd.of("47.28")));
    BooksAudit.check(floor.books);
  }
}
