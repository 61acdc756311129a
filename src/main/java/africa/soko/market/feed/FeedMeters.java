package africa.soko.market.feed;

import africa.soko.market.SharedMarket;
import africa.soko.market.exchange.Exchange;
import africa.soko.market.price.MarketQuote;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Comparator;

/// What an operator's collector learns of the prices.
public final class FeedMeters {
  private final Counter published;
  private final Counter held;
  private final Counter repeated;
  private final Counter refused;
  private final Counter failures;

  public FeedMeters(MeterRegistry registry) {
    published = rows(registry, "published");
    held = rows(registry, "held");
    repeated = rows(registry, "repeated");
    refused = rows(registry, "refused");
    failures =
        Counter.builder("soko.feed.failures")
            .description("Looks at the price feed of this node that failed")
            .register(registry);
  }

  /// Tells of each exchange how old its newest price is, counted to the last moment at which the
  /// exchange was open, so that it does not grow over night.
  public static void age(MeterRegistry registry, SharedMarket market, InstantSource clock) {
    for (var exchange : market.exchanges().all()) {
      Gauge.builder("soko.feed.age.seconds", () -> seconds(market, exchange, clock))
          .description(
              "Age of the newest price of an exchange, up to when it was last open; +Inf without")
          .tag("exchange", exchange.code())
          .register(registry);
    }
  }

  void judged(Judgement judgement) {
    published.increment(judgement.published().size());
    held.increment(judgement.held().size());
    repeated.increment(judgement.repeated());
    refused(judgement.faults().size());
  }

  void refused(int rows) {
    refused.increment(rows);
  }

  void failed() {
    failures.increment();
  }

  private static double seconds(SharedMarket market, Exchange exchange, InstantSource clock) {
    var opened = market.calendars().of(exchange).lastTradingInstant(clock.instant());
    return market.view().snapshot().quotes().stream()
        .filter(quote -> quote.instrument().exchange().code().equals(exchange.code()))
        .map(MarketQuote::asOf)
        .max(Comparator.naturalOrder())
        .map(newest -> (double) Math.max(0, Duration.between(newest, opened).toSeconds()))
        .orElse(Double.POSITIVE_INFINITY);
  }

  private static Counter rows(MeterRegistry registry, String result) {
    return Counter.builder("soko.feed.rows")
        .description("Prices that came, by what became of them on this node")
        .tag("result", result)
        .register(registry);
  }
}
