package africa.soko.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import africa.soko.process.Newcomer.Run;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The first ten minutes of somebody new: the README, line by line as it stands, settings on the
/// command line, and the habits of people who try things.
@Tag("process")
class NewcomerIT {
  /// The test of everything runs this test; to run it from here would never end. The measurements
  /// take the machine for an hour, and `scripts/bench` says itself that they are no part of it.
  private static final List<String> NOT_RUN_HERE = List.of("scripts/test", "scripts/bench");

  private static final Duration FILLED_MAX = Duration.ofSeconds(30);
  private static final Pattern FIELD = Pattern.compile("\"(\\w+)\":");

  @TempDir Path temp;

  private Newcomer newcomer;
  private Readme readme;

  @BeforeEach
  void checkOut() throws Exception {
    assumeTrue(Files.exists(Newcomer.JAR), "target/soko.jar is not built: mvn package makes it");
    newcomer = new Newcomer(temp);
    readme = new Readme(newcomer.checkout.resolve("README.md"));
  }

  @AfterEach
  void end() throws Exception {
    if (newcomer != null) newcomer.leave();
  }

  @Test
  void the_first_ten_minutes() throws Exception {
    assertThatTheirPortIsTried();
    var misspelt = newcomer.start("scripts/run", "--htpp.port=9090");
    assertThat(misspelt.exit()).isEqualTo(2);
    assertThat(misspelt.said()).contains("did you mean --http.port").hasLineCount(1);

    var homeless = newcomer.type("scripts/run --data.dir=~/soko");
    assertThat(homeless.exit()).isEqualTo(2);
    assertThat(homeless.said()).contains("$HOME").hasLineCount(1);

    // A kill is meant for the program itself, not for a shell before it.
    var first = newcomer.type("exec " + readme.takeAll("scripts/run")).awaitReady();
    var dev = newcomer.dev();
    assertThat(first.said())
        .doesNotContain("\u001b", "WARN", "ERROR", "from the last run")
        .contains(newcomer.data + "/dev.json", dev.get("publicUrl").asText() + "/docs#one-time=");
    assertThat(Files.getPosixFilePermissions(newcomer.data)).hasSize(3);

    var second = newcomer.start("scripts/run");
    assertThat(second.exit()).isEqualTo(3);
    assertThat(second.said()).contains("is in use by another Soko").hasLineCount(1);

    assertThatTheirFirstOrderIsFilled(dev, first);
    assertThat(type("scripts/soko ledger verify"))
        .contains("sandbox: proven")
        .doesNotContain("\u001b");
    assertThat(type("scripts/soko audit verify")).contains("sandbox: proven");
    assertThat(type("scripts/soko operator --help")).contains("partners");
    assertThatTheirEventsAreForwarded();
    Newcomer.run("ln", "-s", newcomer.checkout + "/scripts/soko", temp + "/soko");
    assertThat(newcomer.type(temp + "/soko --version").exit()).isZero();
    var mistyped = newcomer.type("scripts/soko ledger verfy");
    assertThat(mistyped.exit()).isEqualTo(2);
    assertThat(mistyped.said()).contains("Try: scripts/soko ledger --help");
    assertThat(type("scripts/soko --help")).contains("start-dev", "ledger", "Exit codes:");
    assertThat(type("scripts/soko config")).contains("soko.data.dir", newcomer.data.toString());
    var named = newcomer.type(readme.takeAll("scripts/soko"));
    assertThat(named.exit()).isEqualTo(2);
    assertThat(named.said()).contains("start-dev", "ledger");
    NOT_RUN_HERE.forEach(readme::takeAll);
    assertThat(readme.left()).as("lines of the README that no test runs").isEmpty();

    first.process().destroyForcibly().waitFor();
    var again = newcomer.start("scripts/run").awaitReady();
    assertThat(again.said()).contains("1 order from the last run").doesNotContain("WARN", "ERROR");
    assertThat(newcomer.dev().get("sandboxKey")).isEqualTo(dev.get("sandboxKey"));
    var servers = again.process().descendants().toList();
    assertThat(servers).isNotEmpty();
    // Ctrl-C.
    Newcomer.run("kill", "-INT", "" + again.process().pid());
    assertThat(again.exit()).isEqualTo(130);
    assertThat(again.said()).doesNotContain("WARN", "ERROR", "Exception");
    assertThat(servers).noneMatch(one -> one.info().command().isPresent());

    var nobodyThere = newcomer.start("scripts/soko", "ledger", "verify");
    assertThat(nobodyThere.exit()).isEqualTo(3);
    assertThat(nobodyThere.said()).hasLineCount(1);
  }

  @Test
  void what_must_be_built_and_cannot_be_is_said_in_one_line() throws Exception {
    assumeTrue(Newcomer.IS_ROOT, "Only root can take somebody else's right to write");
    Files.delete(newcomer.checkout.resolve("target/soko.jar"));
    var unbuilt = newcomer.start("scripts/run");
    assertThat(unbuilt.exit()).isEqualTo(3);
    assertThat(unbuilt.said()).contains("SOKO_TARGET_DIR").hasLineCount(1);
  }

  /// That the port is asked for shows by the refusal of one that is taken.
  private void assertThatTheirPortIsTried() throws Exception {
    try (var _ = taken(9090)) {
      for (var beginning : List.of("SOKO_HTTP_PORT=9090 ", "scripts/run --http.port=9090")) {
        var refused = newcomer.type(readme.take(beginning));
        assertThat(refused.exit()).as(refused.said()).isEqualTo(3);
        assertThat(refused.said()).startsWith("Port 9090 is in use").hasLineCount(1);
        assertThat(newcomer.data.resolve("pg")).doesNotExist();
      }
    }
  }

  /// Takes a port, or finds it taken by somebody else, which is as good.
  private static ServerSocket taken(int port) throws IOException {
    try {
      return new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
    } catch (BindException e) {
      return new ServerSocket();
    }
  }

  /// The trade of the README by its own lines, which the start has printed as well.
  private void assertThatTheirFirstOrderIsFilled(JsonNode dev, Run service) throws Exception {
    var export =
        readme
            .take("export SOKO=")
            .replace("http://127.0.0.1:8080", dev.get("publicUrl").asText())
            .replace("sk_sandbox_…", dev.get("sandboxKey").asText());
    var quote = readme.take("QUOTE=");
    var trade = readme.take("curl -s \"$SOKO/trade\"");
    var orders = readme.take("sleep 6; curl -s \"$SOKO/orders\"");
    assertThat(service.said()).contains(export, quote, trade, orders);

    var traded = newcomer.type(String.join("\n", export, quote, trade));
    assertThat(traded.exit()).isZero();
    assertThat(traded.said()).contains("\"status\":\"PENDING\"");
    // Asked again and again instead of after six seconds.
    var look = String.join("\n", export, "sleep() { true; }", orders);
    Polling.until(
        "filled",
        FILLED_MAX,
        () -> {
          var listed = newcomer.type(look);
          assertThat(listed.exit()).isZero();
          if (!listed.said().contains("\"status\":\"FILLED\"")) return false;
          assertThat(fields(listed.said())).containsAll(fields(readme.answers().getFirst()));
          return true;
        });
  }

  /// The line of the README; nobody has a program on that port, which is said.
  private void assertThatTheirEventsAreForwarded() throws Exception {
    var line = readme.take("scripts/soko listen");
    var listening = newcomer.type("exec " + line);
    Polling.until(
        "listening",
        FILLED_MAX,
        () -> {
          assertThat(listening.process().isAlive()).as(listening.said()).isTrue();
          return listening.said().contains("Listening to the events of");
        });
    assertThat(listening.said()).contains("Signing with whsec_", "4000/hooks");
    listening.process().destroy();
    assertThat(listening.exit()).isNotZero();
  }

  private static TreeSet<String> fields(String json) {
    var names = new TreeSet<String>();
    FIELD.matcher(json).results().forEach(found -> names.add(found.group(1)));
    return names;
  }

  /// What a command of the README says, once it is done.
  private String type(String command) throws Exception {
    var typed = newcomer.type(readme.takeAll(command));
    assertThat(typed.exit()).as(typed.said()).isZero();
    return typed.said();
  }
}
