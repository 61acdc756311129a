package africa.soko.market.feed;

import africa.soko.market.catalogue.Instrument;
import africa.soko.market.exchange.TradingCalendar;
import africa.soko.market.price.FeedPrice;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Decides what becomes of a price. Pure: the same price and the same knowledge give the same
/// verdict.
///
/// A price is compared with the close before its session: with the one that the row says, and with
/// what was published here: of the same session its previous close, of an earlier one its last
/// price. It may be away from either by the daily band of its exchange, and by one tick, as limits
/// are rounded to one; where no band is known, by a percentage that is a setting. Once an operator
/// has accepted a price that was too far away, the rest of that session is compared with it alone.
final class PriceJudge {
  /// How far a clock of a source may be ahead.
  static final Duration AHEAD_MAX = Duration.ofMinutes(2);

  private final BigDecimal movePercentMax;

  /// @param movePercentMax how far a price may be from the close before it, in percent, where no
  ///   band is known
  PriceJudge(int movePercentMax) {
    this.movePercentMax = BigDecimal.valueOf(movePercentMax);
  }

  Verdict judge(
      FeedRow row,
      Instrument instrument,
      TradingCalendar calendar,
      @Nullable Known known,
      Instant now) {
    var price = row.price();
    if (row.currency() != null && !row.currency().equals(instrument.currency())) {
      return new Verdict.Refused(
          "is in %s and not in %s"
              .formatted(RowReader.quoted(row.currency()), instrument.currency()));
    }
    if (price.asOf().isAfter(now.plus(AHEAD_MAX))) {
      return new Verdict.Refused("is of the future, " + price.asOf());
    }
    if (known != null && isKnown(price, known.price())) return new Verdict.Repeated();
    for (var reference : references(price, calendar, known)) {
      if (isTooFar(price.price(), reference, instrument)) {
        return new Verdict.Held(price, reference, percentMax(instrument));
      }
    }
    return new Verdict.Published(price);
  }

  /// Whether two prices belong to the same session.
  static boolean isSameSession(FeedPrice one, FeedPrice other, TradingCalendar calendar) {
    return calendar
        .latestSession(one.asOf())
        .date()
        .equals(calendar.latestSession(other.asOf()).date());
  }

  private static boolean isKnown(FeedPrice price, FeedPrice known) {
    return price.asOf().isBefore(known.asOf()) || price.equals(known);
  }

  private static List<BigDecimal> references(
      FeedPrice price, TradingCalendar calendar, @Nullable Known known) {
    if (known == null) return List.of(price.previousClose());
    if (!isSameSession(price, known.price(), calendar)) {
      return List.of(known.price().price(), price.previousClose());
    }
    if (known.accepted() != null) return List.of(known.accepted());
    return List.of(known.price().previousClose(), price.previousClose());
  }

  private boolean isTooFar(BigDecimal price, BigDecimal reference, Instrument instrument) {
    var far = price.subtract(reference).abs().movePointRight(2);
    var room = reference.multiply(percentMax(instrument));
    var ticks = instrument.exchange().ticks();
    var tick = ticks == null ? BigDecimal.ZERO : ticks.tickAt(price).movePointRight(2);
    return far.compareTo(room.add(tick)) > 0;
  }

  private BigDecimal percentMax(Instrument instrument) {
    var band = instrument.exchange().dailyBand();
    return band == null ? movePercentMax : band.movePointRight(2);
  }
}
