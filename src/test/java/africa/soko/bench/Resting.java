package africa.soko.bench;

import africa.soko.trading.order.RestingBooks;
import java.util.ArrayList;
import java.util.List;

/// What a new set of prices costs that sets one order off while very many rest: from the set to the
/// commit of the trigger.
final class Resting {
  private static final int RESTING = 100_000;
  private static final int ROUNDS = 60;
  private static final int LOWEST = 30;
  private static final double MILLIS_MAX = 50;

  private Resting() {}

  static void measure(Report report) {
    try (var books = new RestingBooks()) {
      var name = "a set of prices triggers one order, milliseconds, ";
      report.atMost(name + "nothing else rests", last(rounds(books, 0)), MILLIS_MAX);
      books.rest(RESTING);
      report.atMost(name + "100,000 rest", last(rounds(books, ROUNDS)), MILLIS_MAX);
    }
  }

  private static List<Double> rounds(RestingBooks books, int before) {
    var millis = new ArrayList<Double>();
    for (int round = before + 1; round <= before + ROUNDS; round++) {
      var price = "" + (LOWEST + round);
      books.one(price);
      books.price(price);
      long begin = System.nanoTime();
      books.look();
      millis.add((System.nanoTime() - begin) / 1e6);
      if (books.triggered() != round) {
        throw new IllegalStateException("%d of %d".formatted(books.triggered(), round));
      }
    }
    return millis;
  }

  /// Once the program is compiled.
  private static List<Double> last(List<Double> rounds) {
    return rounds.subList(ROUNDS / 2, ROUNDS).stream().sorted().toList();
  }
}
