package africa.soko.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Objects;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.utility.DockerImageName;

/// The same servers from Docker, which ends them with the process.
final class ContainerServers implements Servers.Backend {
  private static final String PASSWORD = "of-a-test";
  private static final int POSTGRES_PORT = 5432;
  private static final int REDIS_PORT = 6379;

  @Override
  public Servers.Postgres postgres() {
    var server =
        started("postgres:18", POSTGRES_PORT, "POSTGRES_PASSWORD", "POSTGRES_USER=soko_admin");
    var admin = uri("postgresql", "soko_admin", server, POSTGRES_PORT) + "/postgres";
    var running =
        new Servers.Postgres(
            uri("postgresql", "soko", server, POSTGRES_PORT) + "/soko",
            admin.replaceAll("/postgres$", "/soko"),
            "soko_owner",
            PASSWORD);
    makeRoles(new Servers.Postgres(running.uri(), admin, running.owner(), PASSWORD));
    return running;
  }

  @Override
  public String redis() {
    var server = started("redis:8", REDIS_PORT, "REDIS_PASSWORD");
    return "redis://%s:%d".formatted(server.getHost(), server.getMappedPort(REDIS_PORT));
  }

  /// @param password the variable that the image takes a password from
  /// @param others more variables, each `name=value`
  private static GenericContainer<?> started(
      String image, int port, String password, String... others) {
    @SuppressWarnings("resource") // ended by Testcontainers, with the process
    var container =
        new GenericContainer<>(DockerImageName.parse(image))
            .withEnv(password, PASSWORD)
            .withExposedPorts(port)
            .waitingFor(Wait.forListeningPort());
    for (var other : others) container.withEnv(other.split("=")[0], other.split("=")[1]);
    container.start();
    return container;
  }

  private static String uri(String scheme, String user, GenericContainer<?> server, int port) {
    return "%s://%s:%s@%s:%d"
        .formatted(scheme, user, PASSWORD, server.getHost(), server.getMappedPort(port));
  }

  private static void makeRoles(Servers.Postgres server) {
    try (var script =
            Objects.requireNonNull(ContainerServers.class.getResourceAsStream("/db/roles.sql"));
        var connection = server.connect();
        var statement = connection.createStatement()) {
      var text = new String(script.readAllBytes(), StandardCharsets.UTF_8);
      var complete = text.replaceAll("(?m)^--.*$", "").replaceAll(":'\\w+'", "'" + PASSWORD + "'");
      for (var sql : complete.split(";", -1)) if (!sql.isBlank()) statement.execute(sql);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
