package africa.soko.market.words;

import africa.soko.market.MarketView;
import africa.soko.market.catalogue.Instrument;
import africa.soko.market.catalogue.InstrumentFilter;
import africa.soko.market.exchange.Exchange;
import africa.soko.market.exchange.TradingCalendars;
import africa.soko.market.history.Candle;
import africa.soko.market.history.SimulatedHistory;
import africa.soko.market.price.DataQuality;
import africa.soko.platform.money.Rounding;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.IsoFields;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/// Texts that are made of simulated prices, and say so. Of prices of another kind none are made.
final class SampleWords {
  private static final String SAMPLE = "Sample data: ";
  private static final int REVIEW_WEEKS = 8;
  private static final int NEWS_WEEKS = 26;
  private static final int NOTE_DAYS = 80;

  /// How an instrument closed a span of time, against the one before.
  private record Move(String symbol, LocalDate date, BigDecimal close, BigDecimal percent) {}

  private static final String ABOUT =
      "Sample data: the prices of this service are simulated. They follow from a seed and the time"
          + " alone, and so do the texts about them; nobody traded at them.";

  private final TradingCalendars calendars;

  SampleWords(TradingCalendars calendars) {
    this.calendars = calendars;
  }

  /// What stands behind all the others, while there are simulated prices.
  static List<Article> about(MarketView view) {
    var isSimulated =
        view.snapshot().quotes().stream()
            .anyMatch(quote -> quote.dataQuality() == DataQuality.SIMULATED);
    if (!isSimulated) return List.of();
    return List.of(
        new Article(
            "gen_about",
            "about-the-sample-data",
            Article.Source.MARKET_NEWS,
            null,
            List.of(),
            SAMPLE + "what it is",
            ABOUT,
            ABOUT,
            SimulatedHistory.FROM.atStartOfDay(ZoneOffset.UTC).toInstant(),
            true));
  }

  /// Reviews of the last whole weeks of an exchange, newest first.
  List<Article> reviews(MarketView view, Exchange exchange, Instant now) {
    var byWeek = new ArrayList<List<Move>>();
    var listed = new InstrumentFilter(exchange, null, null, null);
    for (var instrument : view.catalogue().list(listed)) {
      var weeks = weeks(view, instrument, REVIEW_WEEKS, now);
      for (var index = 0; index < weeks.size(); index++) {
        if (byWeek.size() <= index) byWeek.add(new ArrayList<>());
        byWeek.get(index).add(weeks.get(index));
      }
    }
    return byWeek.stream().map(moves -> review(exchange, moves)).toList();
  }

  private Article review(Exchange exchange, List<Move> moves) {
    moves.sort(Comparator.comparing(Move::percent).reversed().thenComparing(Move::symbol));
    var date = moves.getFirst().date();
    var rose = moves.stream().filter(each -> each.percent().signum() > 0).count();
    var summary =
        SAMPLE
            + "%d of %d instruments rose; %s did best (%s), %s worst (%s)."
                .formatted(
                    rose,
                    moves.size(),
                    moves.getFirst().symbol(),
                    percent(moves.getFirst()),
                    moves.getLast().symbol(),
                    percent(moves.getLast()));
    var body = new StringBuilder(summary).append("\n\n");
    for (var move : moves) {
      body.append(
          "%s closed at %s %s, %s against the week before.%n"
              .formatted(
                  move.symbol(), move.close().toPlainString(), exchange.currency(), percent(move)));
    }
    var code = exchange.code().toLowerCase(Locale.ROOT);
    return new Article(
        "gen_" + code + "_" + date,
        "sample-" + code + "-week-to-" + date,
        Article.Source.MARKET_NEWS,
        exchange.code(),
        moves.stream().map(Move::symbol).toList(),
        SAMPLE + exchange.name() + ", week to " + date,
        summary,
        body.toString(),
        closeOf(exchange, date),
        true);
  }

  /// News of the last whole weeks of an instrument, newest first.
  List<Article> news(MarketView view, Instrument instrument, Instant now) {
    return weeks(view, instrument, NEWS_WEEKS, now).stream()
        .map(move -> told(instrument, move, "week"))
        .toList();
  }

  /// Notes on the last sessions of an instrument that have ended, newest first.
  List<Article> notes(MarketView view, Instrument instrument, Instant now) {
    if (!isSimulated(view, instrument)) return List.of();
    var last = view.past().lastDay(view, instrument, now);
    var days = view.past().daily(view, instrument, last.minusDays(NOTE_DAYS), last, now);
    return moves(instrument, days).stream()
        .filter(move -> !closeOf(instrument.exchange(), move.date()).isAfter(now))
        .map(move -> told(instrument, move, "session"))
        .toList();
  }

  private Article told(Instrument instrument, Move move, String span) {
    var text =
        SAMPLE
            + "%s (%s) closed at %s %s on %s, %s against the %s before."
                .formatted(
                    instrument.name(),
                    move.symbol(),
                    move.close().toPlainString(),
                    instrument.currency(),
                    move.date(),
                    percent(move),
                    span);
    var name = move.symbol().toLowerCase(Locale.ROOT).replace('.', '-');
    return new Article(
        "gen_" + span + "_" + name + "_" + move.date(),
        "sample-" + name + "-" + span + "-to-" + move.date(),
        Article.Source.MARKET_NEWS,
        instrument.exchange().code(),
        List.of(move.symbol()),
        SAMPLE + "%s %s, %s to %s".formatted(instrument.name(), percent(move), span, move.date()),
        text,
        text,
        closeOf(instrument.exchange(), move.date()),
        true);
  }

  /// The last whole weeks, newest first; the one that runs is none.
  private List<Move> weeks(MarketView view, Instrument instrument, int count, Instant now) {
    if (!isSimulated(view, instrument)) return List.of();
    var last = view.past().lastDay(view, instrument, now);
    var days = view.past().daily(view, instrument, last.minusWeeks(count + 2L), last, now);
    var closes = new ArrayList<Candle>();
    for (var index = 0; index + 1 < days.size(); index++) {
      if (week(days.get(index)) != week(days.get(index + 1))) closes.add(days.get(index));
    }
    var moves = moves(instrument, closes);
    return moves.subList(0, Math.min(count, moves.size()));
  }

  private static List<Move> moves(Instrument instrument, List<Candle> candles) {
    var moves = new ArrayList<Move>();
    for (var index = candles.size() - 1; index > 0; index--) {
      var candle = candles.get(index);
      var before = candles.get(index - 1).close();
      moves.add(
          new Move(
              instrument.symbol(),
              candle.date(),
              candle.close(),
              Rounding.percent(candle.close().subtract(before), before)));
    }
    return moves;
  }

  private static int week(Candle candle) {
    return candle.date().get(IsoFields.WEEK_OF_WEEK_BASED_YEAR);
  }

  private static boolean isSimulated(MarketView view, Instrument instrument) {
    return view.snapshot()
        .quote(instrument.symbol())
        .filter(quote -> quote.dataQuality() == DataQuality.SIMULATED)
        .isPresent();
  }

  private Instant closeOf(Exchange exchange, LocalDate date) {
    return calendars.of(exchange).sessionOn(date).orElseThrow().close();
  }

  private static String percent(Move move) {
    var sign = move.percent().signum() > 0 ? "+" : "";
    return sign + move.percent().toPlainString() + " %";
  }
}
