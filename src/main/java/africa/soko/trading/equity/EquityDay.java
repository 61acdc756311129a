package africa.soko.trading.equity;

import africa.soko.platform.db.Table;
import africa.soko.platform.money.Usd;
import africa.soko.trading.position.Portfolio;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;

/// What an account was worth at the end of a day, raw: deposits and withdrawals are in it.
///
/// @param date in UTC, by the clock of the partner
/// @param escrow what open orders held
/// @param marketValue at the prices that held when it was written
/// @param late whether that was long after the end of the day
record EquityDay(
    String partnerId,
    String accountId,
    LocalDate date,
    Usd cash,
    Usd escrow,
    Usd marketValue,
    boolean late) {

  /// How long after its end a day can be written in time.
  static final Duration IN_TIME = Duration.ofHours(1);

  static final Table<EquityDay> TABLE =
      Table.<EquityDay>named("equity_day")
          .key("partner_id", EquityDay::partnerId)
          .key("account_id", EquityDay::accountId)
          .key("day", d -> d.date.toString())
          .usd("cash", EquityDay::cash)
          .usd("escrow", EquityDay::escrow)
          .usd("market_value", EquityDay::marketValue)
          .flag("late", EquityDay::late)
          .readBy(
              f ->
                  new EquityDay(
                      f.text("partner_id"),
                      f.text("account_id"),
                      LocalDate.parse(f.text("day")),
                      f.usd("cash"),
                      f.usd("escrow"),
                      f.usd("market_value"),
                      f.flag("late")));

  /// @param end of the day
  static EquityDay of(
      String partnerId, String accountId, Portfolio.Summary summary, Instant end, Instant now) {
    return new EquityDay(
        partnerId,
        accountId,
        LocalDate.ofInstant(end, ZoneOffset.UTC).minusDays(1),
        summary.cashUsd(),
        summary.escrowUsd(),
        summary.marketValueUsd(),
        now.isAfter(end.plus(IN_TIME)));
  }

  Usd equity() {
    return cash.plus(escrow).plus(marketValue);
  }
}
