package africa.soko.testing;

import africa.soko.platform.embedded.DataDirectory;
import africa.soko.platform.embedded.LocalPostgres;
import africa.soko.platform.embedded.LocalRedis;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;

/// The servers that the service itself has for development.
final class EmbeddedServers implements Servers.Backend {
  private final DataDirectory data = open();

  private static DataDirectory open() {
    try {
      return DataDirectory.open(Files.createTempDirectory("soko-tests"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public Servers.Postgres postgres() {
    var server = new LocalPostgres(data).start();
    atEnd(server::close);
    return new Servers.Postgres(
        server.uri(), server.adminUri(), server.owner(), server.ownerPassword());
  }

  @Override
  public String redis() {
    var server = new LocalRedis(data).start();
    atEnd(server::close);
    return server.uri();
  }

  private static void atEnd(Runnable close) {
    Runtime.getRuntime().addShutdownHook(new Thread(close));
  }
}
