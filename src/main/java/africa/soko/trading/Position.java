package africa.soko.trading;

import africa.soko.ledger.Book;
import africa.soko.platform.db.Key;
import africa.soko.platform.money.Usd;
import java.math.BigDecimal;
import java.math.RoundingMode;

/// The units of one instrument in one account, as an order changes them: the holding and its lots
/// together, so that the units held are those of the lots.
final class Position {
  private final Book book;
  private final Order.Terms terms;

  Position(Book book, Order order) {
    this.book = book;
    terms = order.terms();
  }

  Holding holding() {
    return book.get(Holding.TABLE, key());
  }

  /// Units that a fill brings, as one lot.
  ///
  /// @param cost fees included
  void add(BigDecimal units, Usd cost) {
    var held = book.find(Holding.TABLE, key());
    var holding =
        held != null
            ? held.with(held.quantity().add(units), held.reserved(), held.costBasis().plus(cost))
            : new Holding(
                terms.partnerId(),
                terms.accountId(),
                terms.symbol(),
                book.newId("hld_"),
                terms.exchange(),
                units,
                BigDecimal.ZERO,
                cost);
    book.put(Holding.TABLE, holding);
    book.put(
        Lot.TABLE,
        new Lot(
            terms.partnerId(),
            book.newId("lot_"),
            terms.accountId(),
            terms.symbol(),
            terms.orderId(),
            book.now(),
            units,
            units,
            cost,
            cost));
  }

  /// Units that a fill takes, from the oldest lots.
  ///
  /// @param released of the units that the order keeps back
  /// @param proceeds less fees
  void remove(BigDecimal units, BigDecimal released, Usd proceeds) {
    var holding = holding();
    var cost = consumeLots(units, proceeds);
    book.put(
        Holding.TABLE,
        holding.with(
            holding.quantity().subtract(units),
            holding.reserved().subtract(released),
            holding.costBasis().minus(cost)));
  }

  /// First in, first out; the last lot takes what rounding left of the proceeds.
  private Usd consumeLots(BigDecimal units, Usd proceeds) {
    var left = units;
    var proceedsLeft = proceeds;
    var totalCost = Usd.ZERO;
    for (var lot : Lot.oldestFirst(book, key())) {
      if (left.signum() == 0) break;
      var taken = left.min(lot.remainingQuantity());
      if (taken.signum() == 0) continue;
      var cost = lot.costOf(taken);
      var share = taken.compareTo(left) == 0 ? proceedsLeft : share(proceeds, taken, units);
      book.put(Lot.TABLE, lot.less(taken, cost));
      book.put(Disposal.TABLE, disposal(lot, taken, cost, share));
      left = left.subtract(taken);
      proceedsLeft = proceedsLeft.minus(share);
      totalCost = totalCost.plus(cost);
    }
    if (left.signum() != 0) throw new IllegalStateException("No lots for " + left + " units");
    return totalCost;
  }

  private static Usd share(Usd proceeds, BigDecimal taken, BigDecimal units) {
    var micros = BigDecimal.valueOf(proceeds.micros()).multiply(taken);
    return new Usd(micros.divide(units, 0, RoundingMode.FLOOR).longValueExact());
  }

  private Disposal disposal(Lot lot, BigDecimal units, Usd cost, Usd proceeds) {
    return new Disposal(
        lot.partnerId(),
        book.newId("dsp_"),
        lot.accountId(),
        lot.symbol(),
        terms.orderId(),
        lot.lotId(),
        units,
        lot.acquiredAt(),
        book.now(),
        cost,
        proceeds,
        false);
  }

  /// Gives units back that the order kept.
  void release(BigDecimal units) {
    book.put(Holding.TABLE, holding().reserving(units.negate()));
  }

  private Key key() {
    return Holding.key(terms.partnerId(), terms.accountId(), terms.symbol());
  }
}
