package africa.soko.platform.db;

import africa.soko.platform.config.Config;
import africa.soko.platform.config.Setting;
import africa.soko.platform.embedded.CannotStart;
import io.vertx.core.net.ClientSSLOptions;
import io.vertx.core.net.PemTrustOptions;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.SslMode;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// Where the configured PostgreSQL is.
public final class PostgresAddress {
  private PostgresAddress() {}

  /// Options to connect with; a caller adds its own to them. `soko.pg.password` wins over a
  /// password in `soko.pg.uri`.
  public static PgConnectOptions from(Config config) {
    var options = PgConnectOptions.fromUri(config.text(Setting.PG_URI));
    config.optional(Setting.PG_PASSWORD).ifPresent(options::setPassword);
    config.optional(Setting.PG_SSLMODE).ifPresent(mode -> options.setSslMode(SslMode.of(mode)));
    if (options.getSslMode() != SslMode.DISABLE) {
      options.setSslOptions(tls(options.getSslMode(), config.optional(Setting.PG_CA_FILE)));
    }
    return options;
  }

  /// As libpq does it: the server must show a certificate of a known authority from verify-ca on,
  /// and one of its own name with verify-full.
  private static ClientSSLOptions tls(SslMode mode, Optional<String> authorities) {
    boolean isVerified = mode == SslMode.VERIFY_CA || mode == SslMode.VERIFY_FULL;
    if (isVerified && authorities.isEmpty()) {
      throw new CannotStart(
          "sslmode %s needs the authorities to verify by: set %s."
              .formatted(mode.value, Setting.PG_CA_FILE.variable()));
    }
    var options =
        new ClientSSLOptions()
            .setHostnameVerificationAlgorithm(mode == SslMode.VERIFY_FULL ? "HTTPS" : "");
    if (!isVerified) return options.setTrustAll(true);
    return options.setTrustOptions(new PemTrustOptions().addCertPath(authorities.get()));
  }

  /// The same for the role that has the tables; empty if none is given.
  public static Optional<PgConnectOptions> ofOwner(Config config) {
    return config
        .optional(Setting.PG_OWNER_USER)
        .map(
            user -> {
              var options = from(config).setUser(user);
              config.optional(Setting.PG_OWNER_PASSWORD).ifPresent(options::setPassword);
              return options;
            });
  }

  /// The same address for JDBC, without user and password.
  static String jdbcUrl(PgConnectOptions options) {
    var host = options.getHost().contains(":") ? "[" + options.getHost() + "]" : options.getHost();
    var url =
        "jdbc:postgresql://%s:%d/%s?sslmode=%s"
            .formatted(host, options.getPort(), options.getDatabase(), options.getSslMode().value);
    var tls = options.getSslOptions();
    return tls != null && tls.getTrustOptions() instanceof PemTrustOptions authorities
        ? url
            + "&sslrootcert="
            + URLEncoder.encode(authorities.getCertPaths().getFirst(), StandardCharsets.UTF_8)
        : url;
  }
}
