package africa.soko.platform.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import africa.soko.platform.config.Config;
import africa.soko.platform.config.Mode;
import africa.soko.platform.db.Migrations;
import africa.soko.platform.db.PostgresAddress;
import africa.soko.platform.redis.RedisLink;
import africa.soko.platform.redis.RedisServer;
import africa.soko.testing.Certificate;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnection;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Servers that are reached by TLS or not at all.
class TlsIT {
  private static final String PASSWORD = "of-a-test/with:signs@";
  private static final int WAIT_SECONDS = 20;

  @TempDir Path temp;

  private final Vertx vertx = Vertx.vertx();

  @AfterEach
  void close() {
    vertx.close().await();
  }

  @Test
  void postgresql_that_demands_tls_is_reached_and_its_certificate_is_looked_at() throws Exception {
    var own = Certificate.make(temp, "own");
    var other = Certificate.make(temp, "other");
    try (var data = DataDirectory.open(temp.resolve("data"));
        var postgres = new LocalPostgres(data).start()) {
      postgres.stop();
      demandTls(data.resolve("pg"), own);
      postgres.start();
      var uri = postgres.uri().replace("127.0.0.1", "localhost");
      var settings = new HashMap<>(Map.of("SOKO_PG_URI", uri));
      assertThatThrownBy(() -> ask(settings)).hasMessageContaining("no encryption");

      settings.put("SOKO_PG_SSLMODE", "require");
      assertReached(settings);
      settings.put("SOKO_PG_SSLMODE", "verify-full");
      assertThatThrownBy(() -> ask(settings)).hasMessageContaining("SOKO_PG_CA_FILE");
      settings.put("SOKO_PG_CA_FILE", own.certificate().toString());
      assertReached(settings);

      settings.put("SOKO_PG_URI", postgres.uri());
      assertThatThrownBy(() -> ask(settings)).as("a certificate of another name");
      settings.put("SOKO_PG_SSLMODE", "verify-ca");
      assertReached(settings);
      settings.put("SOKO_PG_CA_FILE", other.certificate().toString());
      assertThatThrownBy(() -> ask(settings)).as("an authority that is not known");
      assertThatThrownBy(() -> new Migrations(PostgresAddress.from(config(settings))).pending());

      // As libpq has it in its URIs.
      settings.remove("SOKO_PG_SSLMODE");
      settings.put("SOKO_PG_CA_FILE", own.certificate().toString());
      settings.put("SOKO_PG_URI", uri + "?sslmode=verify-full");
      assertReached(settings);
    }
  }

  @Test
  void redis_that_demands_tls_a_user_and_a_password_is_reached() throws Exception {
    var own = Certificate.make(temp, "own");
    var other = Certificate.make(temp, "other");
    int port = FreePort.find();
    var redis = redis(port, own);
    try {
      var settings = new HashMap<String, String>();
      settings.put("SOKO_REDIS_URI", "rediss://soko@localhost:" + port);
      settings.put("SOKO_REDIS_PASSWORD", PASSWORD);
      settings.put("SOKO_REDIS_CA_FILE", own.certificate().toString());
      settings.put("SOKO_REDIS_TIMEOUT", "10s");
      assertThat(Wait.until(Duration.ofSeconds(WAIT_SECONDS), () -> isReached(settings))).isTrue();

      for (var wrong :
          Map.of(
                  "SOKO_REDIS_PASSWORD",
                  "another",
                  "SOKO_REDIS_CA_FILE",
                  other.certificate().toString(),
                  "SOKO_REDIS_URI",
                  "rediss://soko@127.0.0.1:" + port)
              .entrySet()) {
        var changed = new HashMap<>(settings);
        changed.put(wrong.getKey(), wrong.getValue());
        assertThat(isReached(changed)).as(wrong.getKey()).isFalse();
      }
      var plain = new HashMap<>(settings);
      plain.put("SOKO_REDIS_URI", "redis://soko@localhost:" + port);
      assertThat(isReached(plain)).isFalse();
    } finally {
      redis.destroy();
      redis.waitFor(WAIT_SECONDS, TimeUnit.SECONDS);
    }
  }

  private static void demandTls(Path cluster, Certificate certificate) throws Exception {
    Files.writeString(
        cluster.resolve("postgresql.conf"),
        "ssl = on\nssl_cert_file = '%s'\nssl_key_file = '%s'\n"
            .formatted(certificate.certificate(), certificate.key()),
        StandardOpenOption.APPEND);
    var rules = cluster.resolve("pg_hba.conf");
    Files.writeString(rules, Files.readString(rules).replaceAll("(?m)^host ", "hostssl "));
  }

  private void assertReached(Map<String, String> settings) throws Exception {
    assertThat(ask(settings)).isTrue();
    // By JDBC as well: it may look, and finds that nothing was migrated.
    assertThat(new Migrations(PostgresAddress.from(config(settings))).pending()).isPositive();
  }

  /// Whether the connection is encrypted.
  private boolean ask(Map<String, String> settings) throws Exception {
    var connection =
        PgConnection.connect(vertx, PostgresAddress.from(config(settings)))
            .await(WAIT_SECONDS, TimeUnit.SECONDS);
    try {
      return connection
          .query("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()")
          .execute()
          .await(WAIT_SECONDS, TimeUnit.SECONDS)
          .iterator()
          .next()
          .getBoolean(0);
    } finally {
      connection.close().await(WAIT_SECONDS, TimeUnit.SECONDS);
    }
  }

  private boolean isReached(Map<String, String> settings) {
    var link = new RedisLink(vertx, RedisServer.from(config(settings)), List.of());
    try {
      link.start().toCompletionStage().toCompletableFuture().get(WAIT_SECONDS, TimeUnit.SECONDS);
      if (!link.isUp()) return false;
      var pong =
          link.send(Request.cmd(Command.PING))
              .toCompletionStage()
              .toCompletableFuture()
              .get(WAIT_SECONDS, TimeUnit.SECONDS);
      return pong.toString().equals("PONG");
    } catch (Exception e) {
      return false;
    } finally {
      link.close();
    }
  }

  private Process redis(int port, Certificate certificate) throws Exception {
    var program = RedisBinary.unpackInto(temp);
    var settings =
        Files.writeString(
            temp.resolve("redis.conf"),
            """
            bind 127.0.0.1
            port 0
            tls-port %d
            tls-cert-file %s
            tls-key-file %s
            tls-ca-cert-file %s
            tls-auth-clients no
            save ""
            user default off
            user soko on >%s ~* &* +@all
            """
                .formatted(
                    port,
                    certificate.certificate(),
                    certificate.key(),
                    certificate.certificate(),
                    PASSWORD));
    return new ProcessBuilder(program.toString(), settings.toString())
        .redirectErrorStream(true)
        .redirectOutput(temp.resolve("redis.log").toFile())
        .start();
  }

  private static Config config(Map<String, String> settings) {
    return Config.load(Mode.DEVELOPMENT, List.of(), settings);
  }
}
