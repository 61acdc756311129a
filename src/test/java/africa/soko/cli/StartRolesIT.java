package africa.soko.cli;

import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.platform.config.Setting;
import africa.soko.testing.Servers;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What `start` says of the roles that it is given, before it starts anything.
class StartRolesIT {
  private static final String SECRET = "a secret of a test, with more than 32 bytes";

  private record Run(int exit, String out, String err) {}

  @Test
  void start_demands_tables_that_are_there_and_a_role_that_owns_none() {
    var database = Servers.databaseWithoutTables();
    var uri = database.get(Setting.PG_URI);
    var missing = start(uri);
    assertThat(missing.exit).isEqualTo(ExitCode.FAILED);
    assertThat(missing.err).contains("migrations are missing", "soko migrate").hasLineCount(1);

    var migrated =
        run(
            "migrate",
            "--json",
            "--pg.uri=" + uri,
            "--pg.owner.user=" + database.get(Setting.PG_OWNER_USER),
            "--pg.owner.password=" + database.get(Setting.PG_OWNER_PASSWORD));
    assertThat(migrated.err).isEmpty();
    assertThat(migrated.out).matches("(?s)\\{\"migrations\":[1-9][0-9]*}\\s*");

    var asOwner =
        start(
            uri,
            "--pg.uri="
                + uri.replaceFirst("//[^@]*@", "//" + database.get(Setting.PG_OWNER_USER) + "@"),
            "--pg.password=" + database.get(Setting.PG_OWNER_PASSWORD));
    assertThat(asOwner.exit).isEqualTo(ExitCode.FAILED);
    assertThat(asOwner.err).contains("owns tables", "SOKO_PG_OWNER_USER").hasLineCount(1);

    var name = uri.replaceFirst(".*/", "/");
    var asAdmin = start(Servers.postgres().replaceFirst("/[^/]*$", name));
    assertThat(asAdmin.err).contains("is a superuser").hasLineCount(1);
  }

  private static Run start(String uri, String... more) {
    var arguments =
        new ArrayList<>(
            List.of(
                "--http.host=127.0.0.1",
                "--http.port=0",
                "--management.port=0",
                "--redis.uri=redis://127.0.0.1:1",
                "--server.secret=" + SECRET,
                "--operator.token=" + SECRET,
                "--idp.jwks.uri=https://idp.invalid/jwks.json",
                "--idp.issuer=https://idp.invalid",
                "--idp.audience=soko"));
    if (more.length == 0) arguments.add("--pg.uri=" + uri);
    arguments.addAll(List.of(more));
    arguments.addFirst("start");
    return run(arguments.toArray(String[]::new));
  }

  private static Run run(String... arguments) {
    var out = new StringWriter();
    var err = new StringWriter();
    int exit =
        Soko.commandLine()
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .execute(arguments);
    return new Run(exit, out.toString(), err.toString());
  }
}
