package africa.soko.bench;

import africa.soko.alert.AlertBooks;
import africa.soko.ledger.BooksOnDisk;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;

/// What a new set of prices costs that fires ten alerts while very many wait: from the set to the
/// last of the ten events in the log.
final class Alerts {
  private static final int WAITING = 1_000_000;
  private static final int FIRE = 10;
  private static final int ROUNDS = 60;
  private static final double MILLIS_MAX = 50;

  private Alerts() {}

  /// From the new set on: until the first alert is known, until all are told, until the work is
  /// over.
  private record Round(double found, double told, double over) {}

  static void measure(Report report) {
    try (var books = new AlertBooks()) {
      told(report, "none waits", rounds(books, 0));
      books.waiting(WAITING);
      told(report, "1,000,000 wait", rounds(books, ROUNDS));
    }
  }

  private static void told(Report report, String name, List<Round> rounds) {
    var what = "%d alerts fire, %s, milliseconds until ".formatted(FIRE, name);
    report.row(what + "they are found", "" + Report.median(rounds, r -> Math.round(r.found)), "");
    report.atMost(what + "all are told", rounds.stream().map(Round::told).toList(), MILLIS_MAX);
    report.row(what + "it is over", "" + Report.median(rounds, r -> Math.round(r.over)), "");
  }

  private static List<Round> rounds(AlertBooks books, int before) {
    var times = new ConcurrentLinkedDeque<Long>();
    var found = new ConcurrentLinkedDeque<Long>();
    var node =
        books.node(
            command -> {
              found.add(System.nanoTime());
              return books.ledger().send(command).onSuccess(_ -> times.add(System.nanoTime()));
            });
    var all = new ArrayList<Round>();
    for (int round = before + 1; round <= before + ROUNDS; round++) {
      var threshold = "" + 30 * round;
      for (int i = 0; i < FIRE; i++) books.above("prt_" + i, threshold);
      books.price(threshold);
      times.clear();
      found.clear();
      long begin = System.nanoTime();
      BooksOnDisk.await(node.tick());
      double over = (System.nanoTime() - begin) / 1e6;
      all.add(new Round((found.getFirst() - begin) / 1e6, (times.getLast() - begin) / 1e6, over));
      long events = books.events();
      if (events != (long) FIRE * round) throw new IllegalStateException(events + " events");
    }
    return last(all);
  }

  /// Once the program is compiled.
  private static List<Round> last(List<Round> rounds) {
    return rounds.subList(ROUNDS / 2, ROUNDS);
  }
}
