package africa.soko.trading.position;

import africa.soko.ledger.Book;
import africa.soko.ledger.Needs;
import africa.soko.platform.db.Key;
import africa.soko.platform.money.Rounding;
import africa.soko.platform.money.Usd;
import java.math.BigDecimal;
import java.util.List;

/// The units of one instrument in one account: the holding and its lots together, so that the units
/// held are those of the lots.
public final class Position {
  private final Book book;
  private final String partnerId;
  private final String accountId;
  private final String symbol;
  private final String exchange;

  public Position(Book book, String partnerId, String accountId, String symbol, String exchange) {
    this.book = book;
    this.partnerId = partnerId;
    this.accountId = accountId;
    this.symbol = symbol;
    this.exchange = exchange;
  }

  /// The row to read of it, to reserve units and to release them.
  public static void needs(Needs needs, String partnerId, String accountId, String symbol) {
    needs.row(Holding.TABLE, Holding.key(partnerId, accountId, symbol));
  }

  /// The row to add units: there, or about to be made.
  public static void needsToAdd(Needs needs, String partnerId, String accountId, String symbol) {
    needs.maybe(Holding.TABLE, Holding.key(partnerId, accountId, symbol));
  }

  /// What removing units needs beside [#needs].
  public static void needsToRemove(Needs needs, String partnerId, String accountId, String symbol) {
    needs.group(Lot.OF_HOLDING, Holding.key(partnerId, accountId, symbol));
  }

  /// What undoing an order needs beside what its fill did.
  public static void needsToUndo(
      Needs needs, String partnerId, String accountId, String symbol, String orderId) {
    needsToRemove(needs, partnerId, accountId, symbol);
    needs.group(Disposal.OF_ORDER, Key.of(partnerId, orderId));
  }

  /// Says that an order is new, so that what it removes can be undone in the same decision.
  public void isNew(String orderId) {
    book.load(Disposal.OF_ORDER, List.of(Key.of(partnerId, orderId)), List.of());
  }

  /// Units that may be sold: those held, less those that open orders keep back.
  public BigDecimal available() {
    var holding = book.find(Holding.TABLE, key());
    return holding == null ? BigDecimal.ZERO : holding.available();
  }

  /// Keeps units back that are available.
  public void reserve(BigDecimal units) {
    book.put(Holding.TABLE, holding().reserving(units));
  }

  /// Gives units back that were kept.
  public void release(BigDecimal units) {
    reserve(units.negate());
  }

  /// Units that a fill brings, as one lot.
  ///
  /// @param cost fees included
  public void add(BigDecimal units, Usd cost, FillId fill) {
    var held = book.find(Holding.TABLE, key());
    book.put(Holding.TABLE, (held == null ? opened() : held).plus(units, cost));
    book.put(
        Lot.TABLE,
        new Lot(
            partnerId,
            book.newId("lot_"),
            accountId,
            symbol,
            fill,
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
  public void remove(BigDecimal units, BigDecimal released, Usd proceeds, FillId fill) {
    var sold = consumeLots(units, proceeds, fill);
    release(released);
    book.put(Holding.TABLE, holding().less(units, sold));
  }

  /// Whether all units that a fill brought are still here, in its lot.
  public boolean hasAllOf(FillId fill, BigDecimal units) {
    var inLots =
        lotsOf(fill).stream().map(Lot::remainingQuantity).reduce(BigDecimal.ZERO, BigDecimal::add);
    return inLots.compareTo(units) == 0;
  }

  /// Takes back what a fill brought; [#hasAllOf] its units, and they are [#available].
  public void undoAdded(FillId fill) {
    for (var lot : lotsOf(fill)) {
      book.put(Lot.TABLE, lot.less(lot.remainingQuantity(), lot.remainingCost()));
      book.put(
          Holding.TABLE,
          holding().plus(lot.remainingQuantity().negate(), lot.remainingCost().negated()));
    }
  }

  /// Brings back what a fill took, as lots that keep their dates and their costs.
  public void undoRemoved(FillId fill) {
    for (var disposal : book.group(Disposal.OF_ORDER, Key.of(partnerId, fill.orderId()))) {
      if (disposal.reversed() || !disposal.fill().equals(fill)) continue;
      book.put(Disposal.TABLE, disposal.asReversed());
      book.put(Lot.TABLE, returned(disposal));
      book.put(Holding.TABLE, holding().plus(disposal.quantity(), disposal.costBasis()));
    }
  }

  /// First in, first out; the last lot takes what rounding left of the proceeds.
  private Sold consumeLots(BigDecimal units, Usd proceeds, FillId fill) {
    var left = units;
    var proceedsLeft = proceeds;
    var sold = holding().sold();
    for (var lot : Lot.oldestFirst(book, key())) {
      if (left.signum() == 0) break;
      var taken = left.min(lot.remainingQuantity());
      if (taken.signum() == 0) continue;
      var cost = lot.costOf(taken);
      var share =
          taken.compareTo(left) == 0 ? proceedsLeft : Rounding.share(proceeds, taken, units);
      book.put(Lot.TABLE, lot.less(taken, cost));
      var disposal = disposal(lot, taken, cost, share, fill, sold);
      book.put(Disposal.TABLE, disposal);
      sold = sold.plus(disposal);
      left = left.subtract(taken);
      proceedsLeft = proceedsLeft.minus(share);
    }
    if (left.signum() != 0) throw new IllegalStateException("No lots for " + left + " units");
    return sold;
  }

  private Disposal disposal(
      Lot lot, BigDecimal units, Usd cost, Usd proceeds, FillId fill, Sold earlier) {
    var id = earlier.next(book.newIdOfNow(Disposal.PREFIX));
    return new Disposal(
        partnerId,
        id,
        accountId,
        symbol,
        fill,
        lot.lotId(),
        units,
        lot.acquiredAt(),
        Disposal.time(id, book.now()),
        cost,
        proceeds,
        earlier.cost(),
        earlier.proceeds(),
        false);
  }

  private Lot returned(Disposal disposal) {
    return new Lot(
        partnerId,
        book.newId("lot_"),
        accountId,
        symbol,
        disposal.fill(),
        disposal.acquiredAt(),
        disposal.quantity(),
        disposal.quantity(),
        disposal.costBasis(),
        disposal.costBasis());
  }

  private List<Lot> lotsOf(FillId fill) {
    return Lot.oldestFirst(book, key()).stream().filter(lot -> lot.fill().equals(fill)).toList();
  }

  private Holding opened() {
    return new Holding(
        partnerId,
        accountId,
        symbol,
        book.newId("hld_"),
        exchange,
        BigDecimal.ZERO,
        BigDecimal.ZERO,
        Usd.ZERO,
        Sold.NOTHING);
  }

  private Holding holding() {
    return book.get(Holding.TABLE, key());
  }

  private Key key() {
    return Holding.key(partnerId, accountId, symbol);
  }
}
