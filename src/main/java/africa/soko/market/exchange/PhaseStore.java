package africa.soko.market.exchange;

import africa.soko.broadcast.BroadcastStore;
import africa.soko.edge.Environment;
import africa.soko.platform.db.Fields;
import africa.soko.platform.db.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/// All SQL of the phases that were announced. Its connections have the schema `platform` in their
/// search path.
public final class PhaseStore {
  // Rows that are there already are locked, in one order on every node, until the change commits.
  private static final String LOCK =
      """
      SELECT environment, exchange, phase, observed_at FROM exchange_phase
      WHERE (environment, exchange) IN (SELECT * FROM unnest($1::text[], $2::text[]))
      ORDER BY environment, exchange FOR UPDATE
      """;

  private static final String PUT =
      """
      INSERT INTO exchange_phase (environment, exchange, phase, observed_at)
      SELECT environment, exchange, phase, $4
      FROM unnest($1::text[], $2::text[], $3::text[]) AS s(environment, exchange, phase)
      ON CONFLICT (environment, exchange) DO UPDATE
        SET phase = excluded.phase, observed_at = excluded.observed_at
      """;

  private static final String ADD =
      """
      INSERT INTO exchange_phase (environment, exchange, phase, observed_at)
      SELECT environment, exchange, phase, $4
      FROM unnest($1::text[], $2::text[], $3::text[]) AS s(environment, exchange, phase)
      ON CONFLICT DO NOTHING
      """;

  /// An exchange as the partners of one environment see it.
  public record Place(Environment environment, String exchange) {}

  /// The phase that was last announced.
  public record Announced(Place place, TradingPhase phase, Instant observedAt) {}

  private final Pool pool;

  public PhaseStore(Pool pool) {
    this.pool = pool;
  }

  /// Announces what has changed to the partners of each environment, once over all nodes: the
  /// phases and their broadcasts commit together.
  ///
  /// @param changes works out, of what was last announced by exchange, what is to be now
  public Future<?> announce(
      Set<Place> places,
      Instant now,
      Function<Map<Place, Announced>, Map<Place, PhaseChange>> changes) {
    return pool.withTransaction(
        transaction ->
            lock(transaction, places)
                .map(changes)
                .compose(
                    news ->
                        news.isEmpty() ? Future.succeededFuture() : put(transaction, news, now)));
  }

  /// Adds the exchanges that are not there yet: their first phase is not a change.
  public Future<?> add(Map<Place, TradingPhase> phases, Instant observedAt) {
    return pool.preparedQuery(ADD).execute(columns(phases, observedAt));
  }

  private static Future<Map<Place, Announced>> lock(SqlConnection transaction, Set<Place> places) {
    var all = List.copyOf(places);
    return transaction
        .preparedQuery(LOCK)
        .execute(Tuple.tuple().addValue(environments(all)).addValue(exchanges(all)))
        .map(
            rows ->
                Rows.map(rows, PhaseStore::announced).stream()
                    .collect(Collectors.toMap(Announced::place, Function.identity())));
  }

  private static Announced announced(Fields f) {
    var environment = Environment.valueOf(f.text("environment").toUpperCase(Locale.ROOT));
    return new Announced(
        new Place(environment, f.text("exchange")),
        f.constant("phase", TradingPhase.class),
        f.instant("observed_at"));
  }

  private static Future<?> put(
      SqlConnection transaction, Map<Place, PhaseChange> news, Instant now) {
    var phases = new LinkedHashMap<Place, TradingPhase>();
    news.forEach((place, change) -> phases.put(place, change.status()));
    Future<?> done = transaction.preparedQuery(PUT).execute(columns(phases, now));
    for (var each : news.entrySet()) {
      var environment = each.getKey().environment();
      done =
          done.compose(
              _ ->
                  BroadcastStore.add(
                      transaction, environment, PhaseChange.CHANGED, each.getValue(), now));
    }
    return done;
  }

  private static Tuple columns(Map<Place, TradingPhase> phases, Instant observedAt) {
    var places = new ArrayList<Place>();
    var names = new ArrayList<String>();
    phases.forEach(
        (place, phase) -> {
          places.add(place);
          names.add(phase.name());
        });
    return Tuple.tuple()
        .addValue(environments(places))
        .addValue(exchanges(places))
        .addValue(names.toArray(String[]::new))
        .addValue(observedAt.atOffset(ZoneOffset.UTC));
  }

  private static String[] environments(List<Place> places) {
    return places.stream().map(place -> place.environment().schema()).toArray(String[]::new);
  }

  private static String[] exchanges(List<Place> places) {
    return places.stream().map(Place::exchange).toArray(String[]::new);
  }
}
