package africa.soko.trading.order;

import static africa.soko.trading.Floor.PARTNER;
import static africa.soko.trading.Floor.USER;
import static africa.soko.trading.Floor.price;
import static africa.soko.trading.Floor.refused;
import static africa.soko.trading.Floor.units;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.edge.ErrorCode;
import africa.soko.edge.Refused;
import africa.soko.ledger.Account;
import africa.soko.ledger.Account.KycLevel;
import africa.soko.ledger.Account.KycStatus;
import africa.soko.ledger.Account.Status;
import africa.soko.ledger.Decision;
import africa.soko.ledger.Pocket;
import africa.soko.ledger.Transfer;
import africa.soko.platform.money.Usd;
import africa.soko.trading.BooksAudit;
import africa.soko.trading.Floor;
import africa.soko.trading.Session;
import africa.soko.trading.Side;
import africa.soko.trading.quote.Quote;
import africa.soko.trading.quote.Size;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PlaceOrderTest {
  private final Floor floor = new Floor();

  @BeforeEach
  void open() {
    floor.open(Account.MASTER, "50000").open(USER, "20000").open("sub_2", "20000");
    floor.open("ptn_2", USER, "20000");
  }

  @AfterEach
  void audit() {
    BooksAudit.check(floor.books);
  }

  /// Breaks every rule at once, then mends one after the other in the order of DECISIONS 6.
  @Test
  void of_many_broken_rules_the_first_one_speaks() {
    var large = units("1500");
    var quote = floor.quote(USER, Side.BUY, large, price("10"));
    floor.stand(
        standing -> standing.withStatus(Status.FROZEN, "partner").withKyc(KycStatus.PENDING, null));
    floor.spend(USER, "20000");
    var wrong = command(PARTNER, "sub_2", Side.SELL, units("3"), quote.quoteId(), null);

    assertThat(code(command(PARTNER, "sub_9", Side.SELL, units("3"), "quo_none", null)))
        .isEqualTo(ErrorCode.NOT_FOUND);
    assertThat(code(command(PARTNER, USER, Side.SELL, units("3"), "quo_none", null)))
        .isEqualTo(ErrorCode.QUOTE_NOT_FOUND);
    assertThat(code(command("ptn_2", USER, Side.SELL, units("3"), quote.quoteId(), null)))
        .isEqualTo(ErrorCode.QUOTE_NOT_FOUND);
    assertThat(code(wrong)).isEqualTo(ErrorCode.QUOTE_SCOPE_MISMATCH);
    assertThat(code(command(PARTNER, USER, Side.SELL, large, quote.quoteId(), null)))
        .isEqualTo(ErrorCode.QUOTE_ORDER_MISMATCH);
    var right = command(PARTNER, USER, Side.BUY, large, quote.quoteId(), null);
    var frozen = refused(floor.books.run(right));
    assertThat(frozen.code()).isEqualTo(ErrorCode.FORBIDDEN);
    assertThat(frozen.details()).containsExactly(new Refused.Detail("reason", "frozen"));
    floor.stand(standing -> standing.withStatus(Status.ACTIVE, null));
    assertThat(code(right)).isEqualTo(ErrorCode.KYC_REQUIRED);
    floor.stand(standing -> standing.withKyc(KycStatus.VERIFIED, KycLevel.BASIC));
    assertThat(code(right)).isEqualTo(ErrorCode.KYC_REQUIRED);
    floor.stand(standing -> standing.withKyc(KycStatus.VERIFIED, KycLevel.FULL));
    assertThat(code(right)).isEqualTo(ErrorCode.MARKET_CLOSED);
    var open = floor.trade(quote.quoteId(), USER, Side.BUY, large);
    assertThat(code(open)).isEqualTo(ErrorCode.INSUFFICIENT_FUNDS);
    floor.books.pass(Quote.VALIDITY);
    assertThat(code(wrong)).isEqualTo(ErrorCode.QUOTE_SCOPE_MISMATCH);
    assertThat(code(command(PARTNER, USER, Side.SELL, large, quote.quoteId(), null)))
        .isEqualTo(ErrorCode.STALE_QUOTE);
    assertThat(floor.books.all(OrderTable.ORDERS)).isEmpty();
    assertThat(floor.books.events()).isEmpty();
  }

  @Test
  void without_a_price_nothing_is_done_and_the_quote_stays() {
    var quote = floor.quote(USER, Side.BUY, units("10"), price("10"));
    var trade = floor.trade(quote.quoteId(), USER, Side.BUY, units("10"));
    assertThat(code(unpriced(trade))).isEqualTo(ErrorCode.SERVICE_UNAVAILABLE);
    assertThat(floor.books.run(trade)).isInstanceOf(Decision.Accepted.class);
  }

  private static PlaceOrder unpriced(PlaceOrder trade) {
    return new PlaceOrder(
        trade.partnerId(),
        trade.accountId(),
        trade.symbol(),
        trade.exchange(),
        trade.side(),
        trade.size(),
        trade.quoteId(),
        Instruction.MARKET,
        null,
        null,
        trade.session(),
        trade.fullKycFrom());
  }

  @Test
  void a_quote_is_for_one_symbol_side_and_size() {
    var quote = floor.quote(USER, Side.BUY, units("10"), price("10"));
    for (var size : new Size[] {units("9"), units("10.000001"), Floor.cash("10")}) {
      assertThat(code(floor.trade(quote.quoteId(), USER, Side.BUY, size)))
          .isEqualTo(ErrorCode.QUOTE_ORDER_MISMATCH);
    }
    assertThat(code(floor.trade(quote.quoteId(), USER, Side.SELL, units("10"))))
        .isEqualTo(ErrorCode.QUOTE_ORDER_MISMATCH);
    var other =
        new PlaceOrder(
            PARTNER,
            USER,
            "MTN.NG",
            "NGX",
            Side.BUY,
            units("10"),
            quote.quoteId(),
            Instruction.MARKET,
            null,
            Floor.price("10"),
            Floor.SESSION,
            Floor.FULL_KYC_FROM);
    assertThat(code(other)).isEqualTo(ErrorCode.QUOTE_ORDER_MISMATCH);
    Floor.accepted(
        floor.books.run(floor.trade(quote.quoteId(), USER, Side.BUY, units("10.000"))),
        OrderView.class);
  }

  @Test
  void full_kyc_is_needed_above_the_limit_not_at_it() {
    floor.stand(standing -> standing.withKyc(KycStatus.VERIFIED, KycLevel.BASIC));
    var fits = Floor.cash("10000");
    var order = floor.place(Side.BUY, fits, price("0.01"));
    assertThat(order.totalCost()).isEqualTo(Usd.of("10000"));
    var above = Floor.cash("10000.01");
    var quote = floor.quote(USER, Side.BUY, above, price("0.01"));
    assertThat(code(floor.trade(quote.quoteId(), USER, Side.BUY, above)))
        .isEqualTo(ErrorCode.KYC_REQUIRED);
  }

  @Test
  void a_buy_escrows_gross_and_fees_and_a_sell_reserves_units() {
    var order = floor.place(Side.BUY, units("10"), price("10"));
    assertThat(floor.cashOf(USER)).isEqualTo(Usd.of("19898.50"));
    assertThat(floor.user().balances().escrow()).isEqualTo(Usd.of("101.50"));
    floor.execute(order, price("10"));
    floor.place(Side.SELL, units("6.5"), price("10"));
    assertThat(floor.holding().available()).isEqualByComparingTo("3.5");
    var more = units("3.500001");
    var quote = floor.quote(USER, Side.SELL, more, price("10"));
    assertThat(code(floor.trade(quote.quoteId(), USER, Side.SELL, more)))
        .isEqualTo(ErrorCode.INSUFFICIENT_UNITS);
  }

  @Test
  void to_the_last_cent_and_not_beyond() {
    floor.spend(USER, "19898.51");
    assertThat(floor.cashOf(USER)).isEqualTo(Usd.of("101.49"));
    var quote = floor.quote(USER, Side.BUY, units("10"), price("10"));
    var command = floor.trade(quote.quoteId(), USER, Side.BUY, units("10"));
    assertThat(code(command)).isEqualTo(ErrorCode.INSUFFICIENT_FUNDS);
    floor.move(PARTNER, Transfer.Type.DEPOSIT, Pocket.MASTER_WALLET, Pocket.wallet(USER), "0.01");
    Floor.accepted(floor.books.run(command), OrderView.class);
    assertThat(floor.cashOf(USER)).isEqualTo(Usd.ZERO);
  }

  @Test
  void the_partner_itself_trades_without_kyc_and_without_markup() {
    var price = price("10");
    var order = floor.place(Account.MASTER, Side.BUY, units("2000"), price);
    assertThat(order.totalCost()).isEqualTo(Usd.of("20200"));
    assertThat(order.subAccountId()).isNull();
    var filled = floor.execute(order, price);
    assertThat(filled.progress().status()).isEqualTo(Order.Status.FILLED);
    assertThat(floor.cashOf(Account.MASTER)).isEqualTo(Usd.of("29800"));
    var sold = floor.execute(floor.place(Account.MASTER, Side.SELL, units("2000"), price), price);
    assertThat(sold.totalCost()).isEqualTo(Usd.of("19800"));
    assertThat(floor.cashOf(Account.MASTER)).isEqualTo(Usd.of("49600"));
    Floor.accepted(floor.fail(sold), Order.class);
    assertThat(floor.cashOf(Account.MASTER)).isEqualTo(Usd.of("29800"));
  }

  @Test
  void numbers_are_answered_without_trailing_noise() {
    var order = floor.filled(Side.BUY, units("10"), price("10"));
    assertThat(order.filled().quantity()).isEqualTo(BigDecimal.TEN);
    var sell = floor.place(Side.SELL, units("5.00"), price("10"));
    var half = floor.fill(sell, "2.5", price("10"));
    assertThat(half.remainingQuantity()).isEqualTo(new BigDecimal("2.5"));
    assertThat(floor.fillRest(half, price("10")).filled().quantity())
        .isEqualTo(new BigDecimal("5"));
  }

  private ErrorCode code(PlaceOrder command) {
    return refused(floor.books.run(command)).code();
  }

  private static PlaceOrder command(
      String partnerId,
      String accountId,
      Side side,
      Size size,
      String quoteId,
      @Nullable Session session) {
    return new PlaceOrder(
        partnerId,
        accountId,
        Floor.SYMBOL,
        Floor.EXCHANGE,
        side,
        size,
        quoteId,
        Instruction.MARKET,
        null,
        Floor.price("10"),
        session,
        Floor.FULL_KYC_FROM);
  }
}
