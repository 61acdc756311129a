package africa.soko.model;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Units of one symbol, and which purchases they come from; the oldest go first.
final class Holding {
  BigDecimal quantity = BigDecimal.ZERO;
  BigDecimal reserved = BigDecimal.ZERO;
  private final List<Lot> lots = new ArrayList<>();
  private long bought;

  /// @param acquired a number that grows with time
  record Lot(String orderId, long acquired, BigDecimal units) {}

  Holding copy() {
    var copy = new Holding();
    copy.quantity = quantity;
    copy.reserved = reserved;
    copy.lots.addAll(lots);
    copy.bought = bought;
    return copy;
  }

  BigDecimal available() {
    return quantity.subtract(reserved);
  }

  BigDecimal ofOrder(String orderId) {
    return lots.stream()
        .filter(lot -> lot.orderId.equals(orderId))
        .map(Lot::units)
        .reduce(BigDecimal.ZERO, BigDecimal::add);
  }

  void buy(String orderId, BigDecimal units) {
    add(new Lot(orderId, bought++, units));
  }

  void add(Lot lot) {
    quantity = quantity.add(lot.units);
    lots.add(lot);
    lots.sort(Comparator.comparingLong(Lot::acquired));
  }

  /// The parts of lots that the units were of, the oldest first.
  List<Lot> remove(BigDecimal units) {
    Mismatch.expect(quantity.compareTo(units) >= 0, "%s of %s units sold", units, quantity);
    quantity = quantity.subtract(units);
    var taken = new ArrayList<Lot>();
    var left = units;
    while (left.signum() > 0) {
      var lot = lots.removeFirst();
      var part = left.min(lot.units);
      taken.add(new Lot(lot.orderId, lot.acquired, part));
      if (part.compareTo(lot.units) < 0) {
        lots.addFirst(new Lot(lot.orderId, lot.acquired, lot.units.subtract(part)));
      }
      left = left.subtract(part);
    }
    return taken;
  }

  /// Takes away all that is left of a purchase.
  void removeOrder(String orderId) {
    quantity = quantity.subtract(ofOrder(orderId));
    lots.removeIf(lot -> lot.orderId.equals(orderId));
  }

  @Override
  public String toString() {
    return "%s, %s reserved, of %s".formatted(quantity, reserved, lots);
  }
}
