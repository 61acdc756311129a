package africa.soko.trading.equity;

import static africa.soko.trading.Floor.PARTNER;
import static africa.soko.trading.Floor.USER;
import static africa.soko.trading.Floor.price;
import static africa.soko.trading.Floor.units;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.ledger.Account;
import africa.soko.ledger.Account.Status;
import africa.soko.platform.money.Usd;
import africa.soko.trading.Floor;
import africa.soko.trading.Price;
import africa.soko.trading.Side;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What an account was worth, day by day. The floor's first day is 2 March 2026, from 10:00.
class RecordEquityTest {
  private static final Instant FIRST = Instant.parse("2026-03-03T00:00:00Z");
  private static final LocalDate DAY = LocalDate.of(2026, 3, 2);

  private final Floor floor = new Floor();

  @BeforeEach
  void open() {
    floor.open(Account.MASTER, "100").open(USER, "1000");
  }

  @Test
  void equity_is_cash_and_escrow_and_market_value() {
    floor.filled(Side.BUY, units("10"), price("10"));
    floor.place(Side.BUY, units("5"), price("10"));
    until(FIRST);
    record(FIRST, price("12"));
    assertThat(day(DAY))
        .isEqualTo(
            new EquityDay(
                PARTNER, USER, DAY, Usd.of("847.75"), Usd.of("50.75"), Usd.of("120"), false));
    assertThat(day(DAY).equity()).isEqualTo(Usd.of("1018.50"));
  }

  @Test
  void an_open_order_does_not_dent_it() {
    floor.place(Side.BUY, units("5"), price("10"));
    until(FIRST);
    record(FIRST, price("10"));
    assertThat(day(DAY).equity()).isEqualTo(Usd.of("1000"));
  }

  @Test
  void without_a_price_units_count_at_their_cost() {
    floor.filled(Side.BUY, units("10"), price("10"));
    until(FIRST);
    record(FIRST, null);
    assertThat(day(DAY).marketValue()).isEqualTo(Usd.of("101.50"));
    assertThat(day(DAY).equity()).isEqualTo(Usd.of("1000"));
  }

  @Test
  void a_day_is_written_once_and_not_before_its_end() {
    record(FIRST, null);
    assertThat(floor.books.all(EquityDay.TABLE)).isEmpty();
    until(FIRST);
    record(FIRST, null);
    floor.spend(USER, "100");
    record(FIRST, null);
    assertThat(day(DAY).cash()).isEqualTo(Usd.of("1000"));
    assertThat(account().dayEnds()).isEqualTo(FIRST.plus(Duration.ofDays(1)));
    // Nor is one left out.
    until(FIRST.plus(Duration.ofDays(3)));
    record(FIRST.plus(Duration.ofDays(2)), null);
    assertThat(floor.books.all(EquityDay.TABLE)).hasSize(1);
  }

  @Test
  void what_was_missed_is_written_later_and_marked() {
    until(FIRST.plus(Duration.ofDays(2)).plus(EquityDay.IN_TIME));
    for (int i = 0; i < 3; i++) record(FIRST.plus(Duration.ofDays(i)), null);
    assertThat(floor.books.all(EquityDay.TABLE))
        .extracting(EquityDay::date)
        .containsExactly(DAY, DAY.plusDays(1), DAY.plusDays(2));
    assertThat(floor.books.all(EquityDay.TABLE))
        .extracting(EquityDay::late)
        .containsExactly(true, true, false);
  }

  @Test
  void a_closed_account_has_its_last_day_and_no_more() {
    floor.spend(USER, "1000");
    var account = account();
    floor.books.put(
        Account.TABLE, account.with(account.standing().withStatus(Status.CLOSED, null)));
    until(FIRST);
    record(FIRST, null);
    assertThat(day(DAY).equity()).isEqualTo(Usd.ZERO);
    assertThat(account().dayEnds()).isNull();
  }

  @Test
  void nothing_of_an_account_that_is_gone() {
    until(FIRST);
    floor.books.run(new RecordEquity(PARTNER, "sub_gone", FIRST, _ -> null));
    assertThat(floor.books.all(EquityDay.TABLE)).isEmpty();
  }

  private void until(Instant moment) {
    floor.books.pass(Duration.between(floor.books.now(), moment));
  }

  private void record(Instant end, Price price) {
    floor.books.run(new RecordEquity(PARTNER, USER, end, _ -> price));
  }

  private Account account() {
    return floor.books.find(Account.TABLE, Account.key(PARTNER, USER)).orElseThrow();
  }

  private EquityDay day(LocalDate date) {
    return floor.books.all(EquityDay.TABLE).stream()
        .filter(day -> day.date().equals(date))
        .findFirst()
        .orElseThrow();
  }
}
