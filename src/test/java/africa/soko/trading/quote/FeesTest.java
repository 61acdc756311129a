package africa.soko.trading.quote;

import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.ledger.Account;
import africa.soko.platform.money.Usd;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FeesTest {
  @ParameterizedTest
  @CsvSource({
    "100, 50, 100.00, 1.00, 0.50",
    // The total is rounded once, so that the markup may be less than its own share, rounded up.
    "100, 50, 0.01, 0.01, 0.00",
    "100, 50, 0.66, 0.01, 0.00",
    "100, 50, 0.67, 0.01, 0.01",
    "100, 50, 1.01, 0.02, 0.00",
    "100, 50, 1.34, 0.02, 0.01",
    "0, 50, 100.01, 0.00, 0.51",
    "100, 0, 100.01, 1.01, 0.00",
    "0, 0, 100.00, 0.00, 0.00",
    "100, 50, 1000000000.00, 10000000.00, 5000000.00",
  })
  void the_total_is_rounded_once_and_the_markup_is_its_rest(
      int baseBps, int markupBps, String gross, String base, String markup) {
    var fees = new Fees(baseBps, markupBps);
    assertThat(fees.base(Usd.of(gross))).isEqualTo(Usd.of(base));
    assertThat(fees.markup(Usd.of(gross))).isEqualTo(Usd.of(markup));
    assertThat(fees.total(Usd.of(gross))).isEqualTo(Usd.of(base).plus(Usd.of(markup)));
  }

  @ParameterizedTest
  @CsvSource({"100, 50", "0, 0", "1, 0", "0, 33", "250, 250", "9999, 1"})
  void the_gross_within_a_budget_is_the_largest_there_is(int baseBps, int markupBps) {
    var fees = new Fees(baseBps, markupBps);
    for (long cents = 0; cents <= 1_500; cents++) {
      var budget = Usd.cents(cents);
      assertThat(fees.grossWithin(budget)).as("%s", budget).isEqualTo(largest(fees, budget));
    }
  }

  @Test
  void the_gross_within_a_huge_budget_leaves_less_than_two_cents() {
    var fees = new Fees(100, 50);
    var budget = Limits.ORDER_MAX;
    var gross = fees.grossWithin(budget);
    assertThat(gross.plus(fees.total(gross))).isLessThanOrEqualTo(budget);
    assertThat(budget.minus(gross.plus(fees.total(gross)))).isLessThan(Usd.cents(2));
  }

  @Test
  void the_partner_itself_pays_no_markup() {
    assertThat(new Fees(100, 50).chargedTo(Account.MASTER)).isEqualTo(new Fees(100, 0));
    assertThat(new Fees(100, 50).chargedTo("sub_1")).isEqualTo(new Fees(100, 50));
  }

  private static Usd largest(Fees fees, Usd budget) {
    return LongStream.iterate(budget.micros() / 10_000, cents -> cents >= 0, cents -> cents - 1)
        .mapToObj(Usd::cents)
        .filter(gross -> budget.covers(gross.plus(fees.total(gross))))
        .findFirst()
        .orElse(Usd.ZERO);
  }
}
