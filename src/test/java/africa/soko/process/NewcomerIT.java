package africa.soko.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The first ten minutes of somebody new: another user of the system (where the tests run as root),
/// a checkout that is not theirs in a path with spaces, an old java first on the PATH, no
/// JAVA_HOME, settings on the command line, and the habits of people who try things.
@Tag("process")
class NewcomerIT {
  private static final Path JAR = Path.of("target/soko.jar");
  private static final String NOBODY = "65534";
  private static final boolean IS_ROOT = "root".equals(System.getProperty("user.name"));
  private static final Duration READY_MAX = Duration.ofSeconds(120);
  private static final String OLD = "#!/bin/sh\necho 'too old' >&2\nexit 1\n";

  @TempDir Path temp;

  private final List<Process> started = new ArrayList<>();
  private Path checkout;
  private Path home;
  private Path data;
  private Path old;

  @BeforeEach
  void checkOut() throws Exception {
    assumeTrue(Files.exists(JAR), "target/soko.jar is not built: mvn package makes it");
    checkout = Files.createDirectories(temp.resolve("a path with spaces/soko"));
    run("cp", "-a", "scripts", "conf", "pom.xml", "README.md", checkout.toString());
    Files.createDirectories(checkout.resolve("src"));
    Files.createDirectories(checkout.resolve("target"));
    run("cp", "-a", "src/main", checkout.resolve("src").toString());
    run("cp", "-a", "target/lib", JAR.toString(), checkout.resolve("target").toString());
    // Nothing is stale, whatever was edited since.
    run("touch", checkout.resolve("target/soko.jar").toString());
    old = Files.createDirectory(temp.resolve("old"));
    for (var name : List.of("java", "javac")) {
      var file = Files.writeString(old.resolve(name), OLD);
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
    home = Files.createDirectory(temp.resolve("home"));
    data = home.resolve("my data");
    if (!IS_ROOT) return;
    run("chmod", "-R", "a+rX", temp.toString());
    run("chown", NOBODY, home.toString());
  }

  @AfterEach
  void end() throws Exception {
    for (var one : started) {
      one.destroy();
      if (!one.waitFor(40, TimeUnit.SECONDS)) one.destroyForcibly().waitFor();
    }
  }

  @Test
  void the_first_ten_minutes() throws Exception {
    try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      var refused = start("scripts/run", "--http.port=" + taken.getLocalPort());
      assertThat(exit(refused)).isEqualTo(3);
      assertThat(refused.said())
          .startsWith("Port %d is in use".formatted(taken.getLocalPort()))
          .hasLineCount(1);
      assertThat(data.resolve("pg")).doesNotExist();
    }
    var misspelt = start("scripts/run", "--htpp.port=9090");
    assertThat(exit(misspelt)).isEqualTo(2);
    assertThat(misspelt.said()).contains("did you mean --http.port").hasLineCount(1);

    var first = start("scripts/run").awaitReady();
    var dev = dev();
    assertThat(first.said())
        .doesNotContain("\u001b", "WARN", "ERROR", "from the last run")
        .contains(data + "/dev.json", dev.get("publicUrl").asText() + "/docs#one-time=");
    assertThat(Files.getPosixFilePermissions(data)).hasSize(3);

    var second = start("scripts/run");
    assertThat(exit(second)).isEqualTo(3);
    assertThat(second.said()).contains("is in use by another Soko").hasLineCount(1);

    trade(dev);
    var verified = start("scripts/soko", "ledger", "verify");
    assertThat(exit(verified)).as(verified.said()).isZero();
    assertThat(verified.said()).contains("sandbox: proven").doesNotContain("\u001b");

    first.process.destroyForcibly().waitFor();
    var again = start("scripts/run").awaitReady();
    assertThat(again.said()).contains("1 order from the last run").doesNotContain("WARN", "ERROR");
    assertThat(dev().get("sandboxKey")).isEqualTo(dev.get("sandboxKey"));
    var servers = again.process.descendants().toList();
    assertThat(servers).isNotEmpty();
    // Ctrl-C.
    run("kill", "-INT", "" + again.process.pid());
    assertThat(exit(again)).isEqualTo(130);
    assertThat(again.said()).doesNotContain("WARN", "ERROR", "Exception");
    assertThat(servers).noneMatch(one -> one.info().command().isPresent());

    var nobodyThere = start("scripts/soko", "ledger", "verify");
    assertThat(exit(nobodyThere)).isEqualTo(3);
    assertThat(nobodyThere.said()).hasLineCount(1);
  }

  @Test
  void what_must_be_built_and_cannot_be_is_said_in_one_line() throws Exception {
    assumeTrue(IS_ROOT, "Only root can take somebody else's right to write");
    Files.delete(checkout.resolve("target/soko.jar"));
    var unbuilt = start("scripts/run");
    assertThat(exit(unbuilt)).isEqualTo(3);
    assertThat(unbuilt.said()).contains("SOKO_TARGET_DIR").hasLineCount(1);
  }

  private record Run(Process process, Path log) {
    /// Without what Vert.x says of a machine that is busy with other tests.
    String said() throws IOException {
      try (var lines = Files.lines(log)) {
        return lines
            .filter(line -> !line.contains("BlockedThreadChecker"))
            .map(line -> line + "\n")
            .collect(Collectors.joining());
      }
    }

    Run awaitReady() throws Exception {
      Polling.until(
          "ready",
          READY_MAX,
          () -> {
            assertThat(process.isAlive()).as(said()).isTrue();
            return said().contains("The data stays.");
          });
      return this;
    }
  }

  /// Runs a script as the newcomer.
  private Run start(String script, String... arguments) throws IOException {
    // What runs the tests in the background may have made all it starts deaf to Ctrl-C.
    var command = new ArrayList<>(List.of("env", "--default-signal=INT"));
    if (IS_ROOT) {
      command.addAll(
          List.of("setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups"));
    }
    command.add(checkout.resolve(script).toString());
    command.addAll(List.of(arguments));
    command.add("--data.dir=" + data);
    for (var port : List.of("--http.port", "--management.port")) {
      if (script.equals("scripts/run") && command.stream().noneMatch(one -> one.startsWith(port))) {
        command.addAll(List.of(port, "0"));
      }
    }
    var log = temp.resolve("run-" + started.size() + ".log");
    var builder =
        new ProcessBuilder(command)
            .directory(home.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    var environment = builder.environment();
    environment.keySet().removeIf(name -> name.startsWith("SOKO_") || name.contains("JAVA"));
    environment.put("PATH", old + ":/usr/local/bin:/usr/bin:/bin");
    environment.put("HOME", home.toString());
    // Where it is, if it is nowhere that the scripts look.
    environment.put("JAVA_HOME_25_X64", System.getProperty("java.home"));
    var process = builder.start();
    started.add(process);
    return new Run(process, log);
  }

  private static int exit(Run run) throws Exception {
    if (!run.process.waitFor(READY_MAX.toSeconds(), TimeUnit.SECONDS)) {
      throw new AssertionError("It does not end:\n" + run.said());
    }
    return run.process.exitValue();
  }

  private JsonNode dev() throws IOException {
    return ServiceProcess.JSON.readTree(data.resolve("dev.json").toFile());
  }

  /// A quote and an order on it, as the printed lines do it.
  private static void trade(JsonNode dev) throws Exception {
    var base = dev.get("publicUrl").asText() + "/api/sandbox/v1/partner";
    try (var http = HttpClient.newHttpClient()) {
      var quote = ask(http, dev, base + "/quote/SCOM.KE?type=BUY&quantity=10", null);
      var order =
          """
          {"symbol":"SCOM.KE","type":"BUY","quantity":10,"quoteId":"%s"}\
          """
              .formatted(quote.replaceAll("(?s).*(quo_[A-Z0-9]*).*", "$1"));
      assertThat(ask(http, dev, base + "/trade", order)).contains("\"status\":\"PENDING\"");
    }
  }

  private static String ask(HttpClient http, JsonNode dev, String url, String body)
      throws Exception {
    var request =
        HttpRequest.newBuilder(URI.create(url))
            .timeout(Duration.ofSeconds(30))
            .header("x-api-key", dev.get("sandboxKey").asText());
    if (body != null) {
      request
          .header("Idempotency-Key", "first")
          .header("Content-Type", "application/json")
          .POST(HttpRequest.BodyPublishers.ofString(body));
    }
    return http.send(request.build(), BodyHandlers.ofString()).body();
  }

  private static void run(String... command) throws Exception {
    var process = new ProcessBuilder(command).inheritIO().start();
    assertThat(process.waitFor()).as(String.join(" ", command)).isZero();
  }
}
