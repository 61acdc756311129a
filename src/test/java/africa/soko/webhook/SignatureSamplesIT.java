package africa.soko.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import africa.soko.testing.Npm;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The samples by which receivers check signatures say of each test vector what it says of itself.
/// A sample whose language the machine has not is skipped.
class SignatureSamplesIT {
  private static final Path SAMPLES = Path.of("src/main/resources/web/signature");
  private static final Path VECTORS = SAMPLES.resolve("vectors.tsv");
  private static final Path TOOLS = Path.of("target/clients/webhooks");
  private static final long RUN_SECONDS = 120;

  /// What npm's library says of the vectors, at the time of each.
  private static final String LIBRARY =
      """
      const { Webhook } = require('standardwebhooks');
      for (const line of require('fs').readFileSync(0, 'utf8').split('\\n').filter(Boolean)) {
        const [name, secret, now, id, time, standard, service, body] = line.split('\\t');
        Date.now = () => Number(now) * 1000;
        const isGenerated = /^whsec_[A-Za-z0-9+/]+=*$/.test(secret);
        const webhook = new Webhook(secret, isGenerated ? undefined : { format: 'raw' });
        let verdict = true;
        try {
          webhook.verify(body, { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': standard });
        } catch (fault) {
          verdict = false;
        }
        console.log(`${name}\\t${verdict}`);
      }
      """;

  @TempDir Path temp;

  private record Vector(List<String> parts) {
    static List<Vector> all() throws IOException {
      return Files.readAllLines(VECTORS).stream()
          .map(line -> new Vector(List.of(line.split("\t"))))
          .toList();
    }

    String name() {
      return parts.getFirst();
    }

    boolean isStandard() {
      return Boolean.parseBoolean(parts.get(8));
    }

    boolean isService() {
      return Boolean.parseBoolean(parts.get(9));
    }
  }

  @Test
  void the_service_signs_as_the_vectors_say() throws IOException {
    var checked = new ArrayList<String>();
    for (var vector : Vector.all()) {
      if (!vector.isStandard() || !vector.isService()) continue;
      var parts = vector.parts();
      var at = Instant.ofEpochSecond(Long.parseLong(parts.get(4)));
      var body = Buffer.buffer(parts.get(7));
      var headers = Signature.headers(body, List.of(parts.get(1)), parts.get(3), "dlv_1", at);
      assertThat(parts.get(5).split(" "))
          .as(vector.name())
          .contains(headers.get("webhook-signature"));
      assertThat(parts.get(6)).as(vector.name()).endsWith(headers.get("x-service-signature"));
      checked.add(vector.name());
    }
    assertThat(checked).hasSizeGreaterThan(6);
  }

  @ParameterizedTest
  @CsvSource({
    "java, java Verify.java",
    "python3, python3 verify.py",
    "node, node verify.mjs",
    "go, go run verify.go",
    "php, php verify.php",
    "dotnet, dotnet run --project sample",
  })
  void a_sample_says_what_the_vectors_say(String runtime, String command) throws Exception {
    assumeTrue(isThere(runtime), "There is no " + runtime + " here");
    lay();
    var expected =
        Vector.all().stream()
            .map(v -> "%s\t%s\t%s".formatted(v.name(), v.isStandard(), v.isService()))
            .toList();
    assertThat(run(List.of(command.split(" ")), temp)).isEqualTo(expected);
  }

  @Test
  @EnabledIfSystemProperty(named = "soko.long", matches = "true")
  void the_library_of_standard_webhooks_says_the_same() throws Exception {
    assumeTrue(isThere("node"), "There is no node here");
    var isInstalled =
        Npm.has(
            TOOLS,
            "standardwebhooks/package.json",
            "standardwebhooks@1.1.1",
            temp.resolve("npm.log"));
    assumeTrue(isInstalled, "npm does not give standardwebhooks");
    Files.writeString(TOOLS.resolve("check.cjs"), LIBRARY);
    var expected =
        Vector.all().stream().map(v -> "%s\t%s".formatted(v.name(), v.isStandard())).toList();
    assertThat(run(List.of("node", "check.cjs"), TOOLS)).isEqualTo(expected);
  }

  /// As somebody would lay them out who has copied them.
  private void lay() throws IOException {
    for (var name : List.of("Verify.java", "verify.py", "verify.go", "verify.php")) {
      Files.copy(SAMPLES.resolve(name), temp.resolve(name));
    }
    // Without a package.json beside it, Node tells a module by its ending.
    Files.copy(SAMPLES.resolve("verify.js"), temp.resolve("verify.mjs"));
    var project = Files.createDirectory(temp.resolve("sample"));
    Files.copy(SAMPLES.resolve("Verify.cs"), project.resolve("Verify.cs"));
    Files.writeString(
        project.resolve("sample.csproj"),
        "<Project Sdk=\"Microsoft.NET.Sdk\"><PropertyGroup><OutputType>Exe</OutputType>"
            + "<TargetFramework>net8.0</TargetFramework></PropertyGroup></Project>");
  }

  private static boolean isThere(String runtime) {
    return runtime.equals("java")
        || List.of(System.getenv("PATH").split(":")).stream()
            .anyMatch(folder -> Files.isExecutable(Path.of(folder, runtime)));
  }

  private List<String> run(List<String> command, Path folder) throws Exception {
    var whole = new ArrayList<>(command);
    if (whole.getFirst().equals("java")) {
      whole.set(0, Path.of(System.getProperty("java.home"), "bin", "java").toString());
    }
    var said = temp.resolve("said");
    var builder =
        new ProcessBuilder(whole)
            .directory(folder.toFile())
            .redirectInput(VECTORS.toFile())
            .redirectErrorStream(true)
            .redirectOutput(said.toFile());
    builder.environment().put("GOCACHE", temp.resolve("go-cache").toString());
    builder.environment().put("GO111MODULE", "off");
    var process = builder.start();
    var ended = process.waitFor(RUN_SECONDS, TimeUnit.SECONDS);
    if (!ended) process.destroyForcibly();
    assertThat(ended).as(Files.readString(said)).isTrue();
    return Files.readAllLines(said);
  }
}
