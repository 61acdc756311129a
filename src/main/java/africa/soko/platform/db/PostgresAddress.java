package africa.soko.platform.db;

import africa.soko.platform.config.Config;
import africa.soko.platform.config.Setting;
import io.vertx.pgclient.PgConnectOptions;

/// Where the configured PostgreSQL is.
public final class PostgresAddress {
  private PostgresAddress() {}

  /// Options to connect with; a caller adds its own to them. `soko.pg.password` wins over a
  /// password in `soko.pg.uri`.
  public static PgConnectOptions from(Config config) {
    var options = PgConnectOptions.fromUri(config.text(Setting.PG_URI));
    config.optional(Setting.PG_PASSWORD).ifPresent(options::setPassword);
    return options;
  }

  /// The same address for JDBC, without user and password.
  static String jdbcUrl(PgConnectOptions options) {
    var host = options.getHost().contains(":") ? "[" + options.getHost() + "]" : options.getHost();
    return "jdbc:postgresql://%s:%d/%s?sslmode=%s"
        .formatted(host, options.getPort(), options.getDatabase(), options.getSslMode().value);
  }
}
