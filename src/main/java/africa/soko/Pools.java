package africa.soko;

import africa.soko.platform.config.Config;
import africa.soko.platform.config.Setting;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import java.util.concurrent.TimeUnit;

/// Connections to PostgreSQL that see one schema and nothing else.
final class Pools {
  private static final int WAITING_MAX = 5_000;
  private static final int WAIT_SECONDS_MAX = 3;

  private Pools() {}

  static PgConnectOptions options(PgConnectOptions address, String schema) {
    return new PgConnectOptions(address)
        .addProperty("search_path", schema)
        .addProperty("application_name", "soko-" + schema)
        .addProperty("statement_timeout", "10000")
        // A node that is gone without a word does not keep its locks for long.
        .addProperty("idle_in_transaction_session_timeout", "60000")
        .addProperty("tcp_keepalives_idle", "30")
        .addProperty("tcp_keepalives_interval", "10")
        .addProperty("tcp_keepalives_count", "3")
        .setCachePreparedStatements(true);
  }

  static Pool open(Vertx vertx, PgConnectOptions address, String schema, Config config) {
    var size =
        new PoolOptions()
            .setName(schema)
            .setMaxSize(config.integer(Setting.PG_POOL_SIZE))
            .setMaxWaitQueueSize(WAITING_MAX)
            .setConnectionTimeout(WAIT_SECONDS_MAX)
            .setConnectionTimeoutUnit(TimeUnit.SECONDS);
    return PgBuilder.pool().with(size).connectingTo(options(address, schema)).using(vertx).build();
  }
}
