package africa.soko.paper;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/// Something that is asked, or that happens. What it makes is named by its own number, so that a
/// history from which some are taken away still says the same of the others; what it names and is
/// not there is left alone.
sealed interface Op {

  /// What one account asks.
  sealed interface OfAccount extends Op {
    int account();
  }

  /// What is asked of an order.
  sealed interface OfOrder extends Op {
    int order();
  }

  /// What happens to everybody.
  sealed interface OfMarket extends Op {}

  record Open(int id) implements Op {}

  record Kyc(int account, String status, @Nullable String level) implements OfAccount {}

  record Freeze(int account, boolean frozen) implements OfAccount {}

  record Deposit(int account, long cents) implements OfAccount {}

  record Withdraw(int account, long cents) implements OfAccount {}

  /// Withdraws all but so many cents.
  record Empty(int account, long cents) implements OfAccount {}

  record Close(int account, boolean transfersCash) implements OfAccount {}

  /// @param units null in cash mode
  /// @param cents null in quantity mode
  record Quote(
      int id,
      int account,
      String symbol,
      boolean buy,
      @Nullable BigDecimal units,
      @Nullable Long cents)
      implements OfAccount {}

  /// @param kind MARKET, LIMIT, STOP or STOP_LIMIT
  /// @param till of a GTD order; null for DAY
  record Place(
      int id,
      int account,
      int quote,
      String kind,
      @Nullable BigDecimal limit,
      @Nullable BigDecimal stop,
      @Nullable LocalDate till)
      implements OfAccount {}

  /// What is null stays.
  record Replace(
      int order, @Nullable BigDecimal limit, @Nullable BigDecimal stop, @Nullable BigDecimal units)
      implements OfOrder {}

  record Cancel(int order) implements OfOrder {}

  /// The test tools move an order.
  record Move(int order, String outcome) implements OfOrder {}

  /// The test tools place one.
  record Test(int id, int account, String symbol, boolean buy, BigDecimal units, String outcome)
      implements OfAccount {}

  /// The test tools settle one of their orders.
  record Settle(int order) implements OfOrder {}

  /// A set of prices in which one is new.
  record Price(String symbol, BigDecimal local) implements OfMarket {}

  /// A set of prices in which a rate is new.
  record Rate(String currency, BigDecimal rate) implements OfMarket {}

  record Pass(Duration time) implements OfMarket {}

  record Holiday(String exchange, LocalDate date) implements OfMarket {}

  record Halt(String exchange, boolean halted) implements OfMarket {}
}
