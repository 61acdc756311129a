package africa.soko.market.exchange;

import africa.soko.broadcast.BroadcastStore;
import africa.soko.platform.db.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/// All SQL of the phases that were announced, and of halts. Its connections have the schema
/// `platform` in their search path.
public final class PhaseStore {
  // Rows that are there already are locked, in one order on every node, until the change commits.
  private static final String LOCK =
      """
      SELECT exchange, phase, observed_at FROM exchange_phase
      WHERE exchange = ANY($1::text[]) ORDER BY exchange FOR UPDATE
      """;

  private static final String PUT =
      """
      INSERT INTO exchange_phase (exchange, phase, observed_at)
      SELECT exchange, phase, $3 FROM unnest($1::text[], $2::text[]) AS s(exchange, phase)
      ON CONFLICT (exchange) DO UPDATE
        SET phase = excluded.phase, observed_at = excluded.observed_at
      """;

  private static final String ADD =
      """
      INSERT INTO exchange_phase (exchange, phase, observed_at)
      SELECT exchange, phase, $3 FROM unnest($1::text[], $2::text[]) AS s(exchange, phase)
      ON CONFLICT DO NOTHING
      """;

  private static final String HALTED = "SELECT exchange FROM exchange_phase WHERE halted";

  /// The phase that was last announced.
  public record Announced(String exchange, TradingPhase phase, Instant observedAt) {}

  private final Pool pool;

  public PhaseStore(Pool pool) {
    this.pool = pool;
  }

  /// Announces what has changed to every partner, once over all nodes: the phases and their
  /// broadcasts commit together.
  ///
  /// @param changes works out, of what was last announced by exchange, what is to be now
  public Future<?> announce(
      Set<String> exchanges,
      Instant now,
      Function<Map<String, Announced>, List<PhaseChange>> changes) {
    return pool.withTransaction(
        transaction ->
            lock(transaction, exchanges)
                .map(changes)
                .compose(
                    news ->
                        news.isEmpty() ? Future.succeededFuture() : put(transaction, news, now)));
  }

  /// Adds the exchanges that are not there yet: their first phase is not a change.
  public Future<?> add(Map<String, TradingPhase> phases, Instant observedAt) {
    return pool.preparedQuery(ADD).execute(columns(phases.keySet(), phases.values(), observedAt));
  }

  /// The exchanges that an operator has halted.
  public Future<Set<String>> halted() {
    return pool.preparedQuery(HALTED)
        .execute()
        .map(rows -> Set.copyOf(Rows.map(rows, f -> f.text("exchange"))));
  }

  private static Future<Map<String, Announced>> lock(
      SqlConnection transaction, Set<String> exchanges) {
    return transaction
        .preparedQuery(LOCK)
        .execute(Tuple.tuple().addValue(exchanges.toArray(String[]::new)))
        .map(
            rows ->
                Rows.map(
                        rows,
                        f ->
                            new Announced(
                                f.text("exchange"),
                                f.constant("phase", TradingPhase.class),
                                f.instant("observed_at")))
                    .stream()
                    .collect(Collectors.toMap(Announced::exchange, Function.identity())));
  }

  private static Future<?> put(SqlConnection transaction, List<PhaseChange> news, Instant now) {
    var exchanges = news.stream().map(PhaseChange::exchange).toList();
    var phases = news.stream().map(PhaseChange::status).toList();
    Future<?> done = transaction.preparedQuery(PUT).execute(columns(exchanges, phases, now));
    for (var change : news) {
      done = done.compose(_ -> BroadcastStore.add(transaction, PhaseChange.CHANGED, change, now));
    }
    return done;
  }

  private static Tuple columns(
      Collection<String> exchanges, Collection<TradingPhase> phases, Instant observedAt) {
    return Tuple.tuple()
        .addValue(exchanges.toArray(String[]::new))
        .addValue(phases.stream().map(TradingPhase::name).toArray(String[]::new))
        .addValue(observedAt.atOffset(ZoneOffset.UTC));
  }
}
