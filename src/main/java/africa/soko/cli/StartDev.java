package africa.soko.cli;

import africa.soko.platform.config.Config;
import africa.soko.platform.config.DevelopmentSecrets;
import africa.soko.platform.config.Mode;
import africa.soko.platform.config.Setting;
import africa.soko.platform.crypto.SecretFile;
import africa.soko.platform.embedded.DataDirectory;
import africa.soko.platform.embedded.LocalPostgres;
import africa.soko.platform.embedded.LocalRedis;
import africa.soko.platform.embedded.LocalServer;
import africa.soko.platform.embedded.Upkeep;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import picocli.CommandLine.Command;

/// Starts the service with nothing but a JDK: embedded PostgreSQL and Redis where none is
/// configured, a demo partner, and a development identity provider.
@Command(
    name = "start-dev",
    description = "Start everything on this machine, for development and for trying.",
    mixinStandardHelpOptions = true)
final class StartDev extends ConfiguredCommand {
  private static final String ISSUER = "https://dev.soko.invalid";
  private static final String AUDIENCE = "soko";

  private final Deque<LocalServer> servers = new ArrayDeque<>();

  @Override
  public Integer call() throws Exception {
    var loaded = load(Mode.DEVELOPMENT);
    System.setProperty("soko.log.format", loaded.text(Setting.LOG_FORMAT));
    try (var data = DataDirectory.open(loaded.path(Setting.DATA_DIR))) {
      Ports.requireFree(loaded);
      var welcome = new Welcome(data);
      welcome.putAside();
      var config = address(identity(DevelopmentSecrets.fill(loaded, data.path())));
      try {
        config = redis(postgres(config, data), data);
        Schemas.prepare(config);
        var service = RunningService.start(config);
        try (service;
            var _ = Upkeep.start(List.copyOf(servers), service::endFor)) {
          var dev = welcome.write(config, service.app());
          service.app().serve();
          out().println(welcome.text(config, dev));
          out().flush();
          service.awaitEnd();
        } finally {
          closeServers();
          service.closed();
        }
      } finally {
        closeServers();
      }
    }
    return ExitCode.DONE;
  }

  private Config postgres(Config config, DataDirectory data) throws IOException {
    if (config.optional(Setting.PG_URI).isPresent()) return config;
    var postgres = new LocalPostgres(data);
    servers.push(postgres);
    var uri = postgres.start().uri();
    // `soko ledger verify` finds the running database by this.
    SecretFile.write(data.resolve("pg.uri"), uri);
    SecretFile.write(data.resolve("pg.admin.uri"), postgres.adminUri());
    return config
        .with(Setting.PG_URI, uri)
        .with(Setting.PG_OWNER_USER, postgres.owner())
        .with(Setting.PG_OWNER_PASSWORD, postgres.ownerPassword());
  }

  private Config redis(Config config, DataDirectory data) {
    if (config.optional(Setting.REDIS_URI).isPresent()) return config;
    var redis = new LocalRedis(data);
    servers.push(redis);
    return config.with(Setting.REDIS_URI, redis.start().uri());
  }

  private static Config identity(Config config) {
    var known = config;
    if (known.optional(Setting.IDP_ISSUER).isEmpty()) {
      known = known.with(Setting.IDP_ISSUER, ISSUER);
    }
    return known.optional(Setting.IDP_AUDIENCE).isEmpty()
        ? known.with(Setting.IDP_AUDIENCE, AUDIENCE)
        : known;
  }

  /// A port that is not known yet leaves links without a site.
  private static Config address(Config config) {
    boolean isKnown = config.optional(Setting.PUBLIC_URL).isPresent();
    int port = config.integer(Setting.HTTP_PORT);
    return isKnown || port == 0
        ? config
        : config.with(Setting.PUBLIC_URL, "http://127.0.0.1:" + port);
  }

  private void closeServers() {
    while (!servers.isEmpty()) servers.pop().close();
  }
}
