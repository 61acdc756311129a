package africa.soko.trading.quote;

import static africa.soko.trading.Floor.PARTNER;
import static africa.soko.trading.Floor.USER;
import static africa.soko.trading.Floor.price;
import static africa.soko.trading.Floor.refused;
import static africa.soko.trading.Floor.units;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.edge.ErrorCode;
import africa.soko.event.Event;
import africa.soko.ledger.Account;
import africa.soko.ledger.Decision;
import africa.soko.platform.money.Usd;
import africa.soko.trading.Floor;
import africa.soko.trading.Side;
import africa.soko.trading.order.OrderView;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuoteTest {
  private static final Duration MOMENT = Duration.ofNanos(1);

  private final Floor floor = new Floor();

  @BeforeEach
  void open() {
    floor.open(Account.MASTER, "1000").open(USER, "101.50");
  }

  @Test
  void a_quote_says_what_the_order_costs_and_whether_the_wallet_covers_it() {
    var quote = floor.quote(USER, Side.BUY, units("10"), price("10"));
    assertThat(quote.totalCost()).isEqualTo(Usd.of("101.50"));
    assertThat(quote.sufficientFunds()).isTrue();
    assertThat(floor.quote(USER, Side.BUY, units("11"), price("10")).sufficientFunds()).isFalse();
    assertThat(floor.quote(USER, Side.SELL, units("1"), price("10")).sufficientFunds()).isFalse();
    assertThat(floor.cashOf(USER)).isEqualTo(Usd.of("101.50"));
  }

  @Test
  void the_partner_itself_is_quoted_no_markup() {
    var quote = floor.quote(Account.MASTER, Side.BUY, units("10"), price("10"));
    assertThat(quote.markupFee()).isEqualTo(Usd.ZERO);
    assertThat(quote.totalCost()).isEqualTo(Usd.of("101"));
    assertThat(quote.subAccountId()).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "BUY,  1e15,        100000, VALIDATION_ERROR",
    "SELL, 99999999999, 100000, VALIDATION_ERROR",
    "BUY,  10000001,    100,    VALIDATION_ERROR",
    "SELL, 1,           0.009,  VALIDATION_ERROR",
    "BUY,  0,           1,      VALIDATION_ERROR",
    "SELL, -1,          1,      VALIDATION_ERROR",
  })
  void orders_too_small_or_too_large_to_value_get_no_quote(
      Side side, String quantity, String price, ErrorCode code) {
    assertThat(refused(floor.decideQuote(USER, side, units(quantity), price(price))).code())
        .isEqualTo(code);
  }

  @ParameterizedTest
  @CsvSource({"BUY, 0.01, 1", "BUY, 9000000000000, 1", "SELL, 0.01, 100000", "SELL, -5, 1"})
  void so_do_amounts_of_cash(Side side, String cash, String price) {
    assertThat(refused(floor.decideQuote(USER, side, Floor.cash(cash), price(price))).code())
        .isEqualTo(ErrorCode.VALIDATION_ERROR);
  }

  @Test
  void an_unknown_account_gets_no_quote() {
    assertThat(refused(floor.decideQuote("sub_9", Side.BUY, units("1"), price("1"))).code())
        .isEqualTo(ErrorCode.NOT_FOUND);
  }

  @Test
  void it_lives_for_sixty_seconds_less_a_moment() {
    var first = floor.quote(USER, Side.BUY, units("1"), price("10"));
    var second = floor.quote(USER, Side.BUY, units("1"), price("10"));
    floor.books.pass(Quote.VALIDITY.minus(MOMENT));
    expire(first);
    assertThat(floor.books.events()).isEmpty();
    Floor.accepted(trade(first), OrderView.class);
    floor.books.pass(MOMENT);
    assertThat(refused(trade(second)).code()).isEqualTo(ErrorCode.STALE_QUOTE);
    expire(second);
    expire(second);
    expire(first);
    assertThat(floor.books.events())
        .extracting(Event::name)
        .containsExactly("order.pending", "quote.expired");
  }

  @Test
  void once_spent_or_expired_it_is_stale_for_a_day_and_then_forgotten() {
    var spent = floor.quote(USER, Side.BUY, units("1"), price("10"));
    var expired = floor.quote(USER, Side.BUY, units("1"), price("10"));
    Floor.accepted(trade(spent), OrderView.class);
    assertThat(refused(trade(spent)).code()).isEqualTo(ErrorCode.STALE_QUOTE);
    floor.books.pass(Quote.VALIDITY.plusHours(24).minus(MOMENT));
    assertThat(refused(trade(spent)).code()).isEqualTo(ErrorCode.STALE_QUOTE);
    assertThat(refused(trade(expired)).code()).isEqualTo(ErrorCode.STALE_QUOTE);
    floor.books.pass(MOMENT);
    assertThat(refused(trade(spent)).code()).isEqualTo(ErrorCode.QUOTE_NOT_FOUND);
    assertThat(refused(trade(expired)).code()).isEqualTo(ErrorCode.QUOTE_NOT_FOUND);
  }

  private Decision trade(QuoteView quote) {
    return floor.books.run(floor.trade(quote.quoteId(), USER, Side.BUY, units("1")));
  }

  private void expire(QuoteView quote) {
    floor.books.run(new ExpireQuote(PARTNER, quote.quoteId()));
  }
}
