package africa.soko.trading.order;

import africa.soko.ledger.Book;
import africa.soko.ledger.Needs;
import africa.soko.platform.db.Key;
import africa.soko.platform.money.Usd;
import africa.soko.trading.order.Order.Settlement.State;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/// One fill of an order on its way to settlement.
///
/// @param report that tells of it
public record Fill(ExecutionReport report, Tranche tranche) {

  /// What finding the unsettled fills of an order needs.
  public static void needs(Needs needs, String partnerId, String orderId) {
    needs.group(ExecutionReport.UNSETTLED, Key.of(partnerId, orderId));
  }

  /// Says that an order is new, so that its fills can be undone in the same decision.
  public static void ofNew(Book book, Terms terms) {
    book.load(ExecutionReport.UNSETTLED, List.of(key(terms)), List.of());
  }

  /// Those of an order that have not settled, the oldest first.
  public static List<Fill> unsettled(Book book, Terms terms) {
    return book.group(ExecutionReport.UNSETTLED, key(terms)).stream()
        .flatMap(
            report -> Stream.ofNullable(report.tranche()).map(tranche -> new Fill(report, tranche)))
        .filter(fill -> fill.tranche.state() == State.UNSETTLED)
        .sorted(Comparator.comparingInt(Fill::number))
        .toList();
  }

  /// Which of the reports of its order it is.
  public int number() {
    return report.sequence();
  }

  public BigDecimal quantity() {
    return Objects.requireNonNull(report.lastQuantity());
  }

  /// What it has cost, or brought, fees accounted for.
  public Usd total() {
    return report.side().total(tranche.gross(), tranche.fee());
  }

  public boolean hasFailed() {
    return tranche.failedAt() != null;
  }

  /// Whether its day has come; what has failed does not settle.
  public boolean settles(Instant now) {
    return !hasFailed() && !now.isBefore(tranche.day().begins());
  }

  /// Ends it, one way or the other.
  public Fill end(Book book, State state) {
    return put(book, tranche.as(state));
  }

  /// Keeps it unsettled until somebody covers what was spent of it.
  public void fail(Book book) {
    put(book, tranche.failed(book.now()));
  }

  private Fill put(Book book, Tranche changed) {
    var updated = report.with(changed);
    book.put(ExecutionReport.TABLE, updated);
    return new Fill(updated, changed);
  }

  private static Key key(Terms terms) {
    return Key.of(terms.partnerId(), terms.orderId());
  }
}
