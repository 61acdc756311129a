package africa.soko.bench;

import africa.soko.alert.AlertBooks;
import africa.soko.ledger.BooksOnDisk;
import java.util.ArrayList;
import java.util.List;

/// What a new set of prices costs that fires ten alerts while very many wait: from the set to the
/// last of the ten events in the log.
final class Alerts {
  private static final int WAITING = 1_000_000;
  private static final int FIRE = 10;
  private static final int ROUNDS = 30;
  private static final double MILLIS_MAX = 50;

  private Alerts() {}

  static void measure(Report report) {
    try (var books = new AlertBooks()) {
      var name = "%d alerts fire, milliseconds, ".formatted(FIRE);
      report.atMost(name + "none waits", last(rounds(books, 0)), MILLIS_MAX);
      books.waiting(WAITING);
      report.atMost(name + "1,000,000 wait", last(rounds(books, ROUNDS)), MILLIS_MAX);
    }
  }

  private static List<Double> rounds(AlertBooks books, int before) {
    var node = books.node();
    var millis = new ArrayList<Double>();
    for (int round = before + 1; round <= before + ROUNDS; round++) {
      var threshold = "" + 30 * round;
      for (int i = 0; i < FIRE; i++) books.above("prt_" + i, threshold);
      books.price(threshold);
      long begin = System.nanoTime();
      BooksOnDisk.await(node.tick());
      millis.add((System.nanoTime() - begin) / 1e6);
      long events = books.events();
      if (events != (long) FIRE * round) throw new IllegalStateException(events + " events");
    }
    return millis;
  }

  /// Once the program is compiled.
  private static List<Double> last(List<Double> rounds) {
    return rounds.subList(ROUNDS / 2, ROUNDS);
  }
}
