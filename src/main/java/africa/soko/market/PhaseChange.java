package africa.soko.market;

import africa.soko.market.exchange.TradingPhase;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.util.List;

/// An exchange went from one phase to another (SPEC, event `market.status`).
///
/// @param exchange the exchange's code
/// @param nextTransitionAt when its phase changes again
public record PhaseChange(
    String exchange, TradingPhase previous, TradingPhase next, Instant nextTransitionAt) {

  /// Learns of changes, each of them once however many nodes there are. What it writes in the
  /// transaction commits with the record that the changes were announced; if it fails, they are
  /// announced again, by whichever node comes first.
  @FunctionalInterface
  public interface Listener {
    Future<?> changed(SqlConnection transaction, List<PhaseChange> changes);
  }
}
