package africa.soko.paper;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// An account on paper. Amounts in cents, the cost of units in micro-dollars.
final class Account {
  static final int MASTER = -1;

  final int id;
  String status = "ACTIVE";
  String kyc = "PENDING";
  @Nullable String level;
  long cash;

  /// What it holds and has held, by symbol.
  final Map<String, Holding> holdings = new TreeMap<>();

  Account(int id) {
    this.id = id;
  }

  boolean isMaster() {
    return id == MASTER;
  }

  int bps() {
    return isMaster() ? Sums.BASE_BPS : Sums.BASE_BPS + Sums.MARKUP_BPS;
  }

  boolean isActive() {
    return status.equals("ACTIVE");
  }

  Holding holding(String symbol) {
    return holdings.computeIfAbsent(symbol, _ -> new Holding());
  }

  /// Units that were bought together.
  static final class Lot {
    final int order;
    final int fill;
    final Instant acquired;
    BigDecimal units;
    long micros;

    Lot(int order, int fill, Instant acquired, BigDecimal units, long micros) {
      this.order = order;
      this.fill = fill;
      this.acquired = acquired;
      this.units = units;
      this.micros = micros;
    }
  }

  /// The units of one symbol.
  static final class Holding {
    final List<Lot> lots = new ArrayList<>();

    /// Kept back by orders that sell.
    BigDecimal reserved = BigDecimal.ZERO;

    BigDecimal units() {
      return lots.stream().map(lot -> lot.units).reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    BigDecimal available() {
      return units().subtract(reserved);
    }

    BigDecimal ofFill(int order, int fill) {
      return lots.stream()
          .filter(lot -> lot.order == order && lot.fill == fill)
          .map(lot -> lot.units)
          .reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    /// The oldest is sold first, whenever it came back.
    void add(Lot lot) {
      lots.add(lot);
      lots.sort(Comparator.comparing(each -> each.acquired));
    }

    /// First in, first out.
    ///
    /// @return what was taken of which lots
    List<Lot> take(BigDecimal wanted) {
      var taken = new ArrayList<Lot>();
      var left = wanted;
      while (left.signum() > 0) {
        var oldest = lots.getFirst();
        var part = left.min(oldest.units);
        long cost =
            part.compareTo(oldest.units) == 0
                ? oldest.micros
                : Sums.share(oldest.micros, part, oldest.units);
        taken.add(new Lot(oldest.order, oldest.fill, oldest.acquired, part, cost));
        oldest.units = oldest.units.subtract(part);
        oldest.micros -= cost;
        if (oldest.units.signum() == 0) lots.removeFirst();
        left = left.subtract(part);
      }
      return taken;
    }

    /// Units and micro-dollars of each, the oldest first.
    String lots() {
      return lots.stream()
          .map(lot -> Sums.text(lot.units) + "@" + lot.micros)
          .collect(Collectors.joining(" "));
    }
  }
}
