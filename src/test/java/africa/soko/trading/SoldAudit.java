package africa.soko.trading;

import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.ledger.MemoryBooks;
import africa.soko.trading.position.Disposal;
import africa.soko.trading.position.Holding;
import africa.soko.trading.position.Sold;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/// In the order of their identifiers, and so of their times, the disposals of a holding have the
/// sums before them.
final class SoldAudit {
  private SoldAudit() {}

  static void check(MemoryBooks books, Holding holding) {
    var sold = Sold.NOTHING;
    var at = Instant.MIN;
    for (var disposal : books.all(Disposal.TABLE)) {
      var of = Holding.key(disposal.partnerId(), disposal.accountId(), disposal.symbol());
      if (!of.equals(Holding.TABLE.keyOf(holding))) continue;
      assertThat(disposal.earlierCost()).isEqualTo(sold.cost());
      assertThat(disposal.earlierProceeds()).isEqualTo(sold.proceeds());
      assertThat(disposal.disposedAt()).isAfterOrEqualTo(at);
      at = disposal.disposedAt().truncatedTo(ChronoUnit.MILLIS);
      sold =
          new Sold(
              sold.cost().plus(disposal.costBasis()),
              sold.proceeds().plus(disposal.proceeds()),
              disposal.disposalId());
    }
    assertThat(holding.sold()).isEqualTo(sold);
  }
}
