package africa.soko.trading.settlement;

import static africa.soko.trading.Floor.USER;
import static africa.soko.trading.Floor.price;
import static africa.soko.trading.Floor.refused;
import static africa.soko.trading.Floor.units;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import africa.soko.edge.ErrorCode;
import africa.soko.ledger.Account;
import africa.soko.ledger.Pocket;
import africa.soko.ledger.Transfer;
import africa.soko.platform.money.Usd;
import africa.soko.trading.BooksAudit;
import africa.soko.trading.Floor;
import africa.soko.trading.Side;
import africa.soko.trading.order.Order;
import africa.soko.trading.order.Order.Settlement.State;
import africa.soko.trading.position.Lot;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SettlingTest {
  private final Floor floor = new Floor();

  @BeforeEach
  void open() {
    floor.open(Account.MASTER, "100").open(USER, "1000");
  }

  @AfterEach
  void audit() {
    BooksAudit.check(floor.books);
  }

  @Test
  void settlement_frees_the_proceeds_of_a_sale_once() {
    var bought = floor.filled(Side.BUY, units("10"), price("10"));
    var sold = floor.filled(Side.SELL, units("10"), price("10"));
    assertThat(floor.user().balances().withdrawable()).isEqualTo(Usd.of("898.50"));
    assertThat(state(floor.settle(bought))).isEqualTo(State.SETTLED);
    assertThat(floor.user().balances().unsettled()).isEqualTo(Usd.of("98.50"));
    var settled = floor.settle(sold);
    assertThat(state(settled)).isEqualTo(State.SETTLED);
    assertThat(floor.user().balances().withdrawable()).isEqualTo(Usd.of("997"));
    assertThat(floor.settle(sold)).isEqualTo(settled);
  }

  @Test
  void an_order_that_is_still_open_neither_settles_nor_fails() {
    floor.filled(Side.BUY, units("10"), price("10"));
    var part = floor.fill(floor.place(Side.SELL, units("4"), price("10")), "1", price("10"));
    assertThat(floor.settle(part)).isEqualTo(part);
    assertThat(refused(floor.fail(part)).code()).isEqualTo(ErrorCode.CONFLICT);
    floor.cancel(part);
    assertThat(state(floor.settle(part))).isEqualTo(State.SETTLED);
    assertThat(refused(floor.fail(part)).code()).isEqualTo(ErrorCode.CONFLICT);
  }

  @Test
  void a_failed_buy_gives_back_everything_fees_included() {
    var order = floor.filled(Side.BUY, units("10"), price("10"));
    assertThat(floor.cashOf(Account.MASTER)).isEqualTo(Usd.of("100.50"));
    Floor.accepted(floor.fail(order), Order.class);
    assertThat(state(floor.order(order.terms().orderId()))).isEqualTo(State.FAILED);
    assertThat(floor.cashOf(USER)).isEqualTo(Usd.of("1000"));
    assertThat(floor.cashOf(Account.MASTER)).isEqualTo(Usd.of("100"));
    assertThat(floor.holding().quantity()).isZero();
    assertThat(floor.holding().costBasis()).isEqualTo(Usd.ZERO);
    assertThat(refused(floor.fail(order)).code()).isEqualTo(ErrorCode.CONFLICT);
  }

  @Test
  void a_buy_whose_units_are_sold_or_promised_cannot_fail() {
    var order = floor.filled(Side.BUY, units("10"), price("10"));
    var sell = floor.place(Side.SELL, units("1"), price("10"));
    assertThat(refused(floor.fail(order)).code()).isEqualTo(ErrorCode.CONFLICT);
    floor.execute(sell, price("10"));
    assertThat(refused(floor.fail(order)).code()).isEqualTo(ErrorCode.CONFLICT);
    assertThat(floor.holding().quantity()).isEqualByComparingTo("9");
  }

  @Test
  void a_failed_sale_brings_the_units_back_with_their_date_and_cost() {
    var acquired = floor.books.now();
    floor.filled(Side.BUY, units("10"), price("10"));
    floor.books.pass(Duration.ofDays(1));
    var sold = floor.filled(Side.SELL, units("4"), price("12"));
    Floor.accepted(floor.fail(sold), Order.class);
    assertThat(floor.cashOf(USER)).isEqualTo(Usd.of("898.50"));
    assertThat(floor.user().balances().unsettled()).isEqualTo(Usd.ZERO);
    assertThat(floor.holding().quantity()).isEqualByComparingTo("10");
    assertThat(floor.holding().costBasis()).isEqualTo(Usd.of("101.50"));
    assertThat(floor.books.all(Lot.TABLE)).allMatch(lot -> lot.acquiredAt().equals(acquired));
    floor.filled(Side.SELL, units("10"), price("12"));
  }

  @Test
  void the_master_wallet_makes_up_what_was_spent_of_the_proceeds() {
    floor.filled(Side.BUY, units("10"), price("10"));
    var sold = floor.filled(Side.SELL, units("10"), price("10"));
    // 997.00 are there; the sale brought 98.50. Its markup of 0.50 goes back, too.
    floor.spend(USER, "947");
    Floor.accepted(floor.fail(sold), Order.class);
    assertThat(floor.cashOf(USER)).isEqualTo(Usd.ZERO);
    assertThat(floor.cashOf(Account.MASTER)).isEqualTo(Usd.of("52"));
    assertThat(floor.books.transfers())
        .filteredOn(t -> t.type() == Transfer.Type.ADJUSTMENT)
        .extracting(Transfer::from, Transfer::amount)
        .containsExactly(
            tuple(Pocket.MASTER_WALLET, Usd.of("48.50")),
            tuple(Pocket.wallet(USER), Usd.of("100")));
  }

  @Test
  void where_it_cannot_the_tranche_stays_unsettled() {
    floor.filled(Side.BUY, units("10"), price("10"));
    var sold = floor.filled(Side.SELL, units("10"), price("10"));
    floor.spend(USER, "997");
    floor.spend(Account.MASTER, "2.51");
    assertThat(floor.cashOf(Account.MASTER)).isEqualTo(Usd.of("98.49"));
    assertThat(refused(floor.fail(sold)).code()).isEqualTo(ErrorCode.CONFLICT);
    assertThat(floor.user().balances().unsettled()).isEqualTo(Usd.of("98.50"));
    assertThat(floor.order(sold.terms().orderId()).isUnsettled()).isTrue();
  }

  @Test
  void a_partner_that_has_spent_its_markup_does_not_keep_its_user_from_it() {
    floor.filled(Side.BUY, units("10"), price("10"));
    var sold = floor.filled(Side.SELL, units("10"), price("10"));
    floor.spend(Account.MASTER, "101");
    Floor.accepted(floor.fail(sold), Order.class);
    assertThat(floor.cashOf(USER)).isEqualTo(Usd.of("898.50"));
    assertThat(floor.cashOf(Account.MASTER)).isEqualTo(Usd.ZERO);
  }

  private static State state(Order order) {
    return Objects.requireNonNull(order.settlement()).state();
  }
}
