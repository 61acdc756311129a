package africa.soko.desk;

import africa.soko.platform.db.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// The clocks of sandbox partners that run ahead.
public final class TestClockStore implements PartnerClocks {
  private static final String AHEAD = "SELECT partner_id, offset_millis FROM test_clock";
  private static final String OFFSET =
      "SELECT partner_id, offset_millis FROM test_clock WHERE partner_id = $1";
  private static final String LOCK =
      "SELECT pg_advisory_xact_lock(hashtextextended(current_schema() || '.clock of ' || $1, 0))";

  private final Pool pool;

  public TestClockStore(Pool pool) {
    this.pool = pool;
  }

  @Override
  public Future<Map<String, Duration>> ahead() {
    return pool.query(AHEAD)
        .execute()
        .map(
            rows ->
                Rows.map(rows, TestClock.TABLE::read).stream()
                    .collect(Collectors.toMap(TestClock::partnerId, TestClock::offset)));
  }

  /// How far a partner's clock runs ahead.
  Future<Duration> offset(String partnerId) {
    return pool.preparedQuery(OFFSET)
        .execute(Tuple.of(partnerId))
        .map(
            rows ->
                Rows.first(rows, TestClock.TABLE::read)
                    .map(TestClock::offset)
                    .orElse(Duration.ZERO));
  }

  /// Does a piece of work after whoever is at the clock of the same partner.
  Future<?> alone(String partnerId, Supplier<Future<?>> work) {
    return pool.withTransaction(
        lock -> lock.preparedQuery(LOCK).execute(Tuple.of(partnerId)).compose(_ -> work.get()));
  }
}
