package africa.soko.trading.equity;

import africa.soko.ledger.Account;
import africa.soko.ledger.Due;
import africa.soko.market.MarketView;
import africa.soko.trading.Price;
import africa.soko.trading.Venue;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The days that have ended and are to be written.
public final class EquityDays {
  private EquityDays() {}

  private record Ended(String partnerId, String accountId, Instant end) {}

  /// The ends of the days of all accounts. They wait for the first prices.
  public static Due<?> due(Venue venue) {
    var all = Arrays.stream(Account.Status.values()).map(Enum::name).toList();
    return new Due<>(
        "account",
        "day_ends",
        "day_ends IS NOT NULL",
        List.of("partner_id", "account_id", "day_ends"),
        new Due.Gate("status", _ -> venue.isPriced() ? all : List.of()),
        row -> new Ended(row.text("partner_id"), row.text("account_id"), row.instant("day_ends")),
        (ended, now) -> {
          var market = venue.of(ended.partnerId());
          return new RecordEquity(
              ended.partnerId(),
              ended.accountId(),
              ended.end(),
              symbol -> price(market, symbol, now));
        });
  }

  private static @Nullable Price price(MarketView market, String symbol, Instant now) {
    return market
        .catalogue()
        .find(symbol)
        .flatMap(instrument -> Price.latest(market, instrument, now))
        .orElse(null);
  }
}
