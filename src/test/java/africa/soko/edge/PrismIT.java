package africa.soko.edge;

import static africa.soko.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import africa.soko.edge.Mutations.Sample;
import africa.soko.edge.contract.ContractDocument;
import africa.soko.testing.Npm;
import africa.soko.testing.RawHttp;
import africa.soko.testing.Reply;
import africa.soko.testing.Samples;
import africa.soko.testing.Service;
import africa.soko.testing.SokoTest;
import africa.soko.testing.World;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/// Somebody else's reading of the contract: good and spoiled requests of every operation go through
/// Prism, which holds each answer against the contract. It comes from npm; where that cannot be had
/// the test is skipped. `-Dsoko.long=true` runs it.
@SokoTest
@EnabledIfSystemProperty(named = "soko.long", matches = "true")
class PrismIT {
  private static final String PACKAGE = "@stoplight/prism-cli@5.16.0";
  private static final Path TOOLS = Path.of("target/clients/prism");
  private static final Path PRISM = TOOLS.resolve("node_modules/.bin/prism");
  private static final String PARTNER_BASE = "/api/sandbox/v1/partner";
  private static final String UNTRUE = "/openapi.json";
  private static final int EACH = 40;
  private static final String JSON_TYPE = "application/json";
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();
  private static final long SEED = Long.getLong("soko.seed", 4711);

  private static Process prism;
  private static int port;
  private static RawHttp http;

  @BeforeAll
  static void open(Service service, @TempDir Path temp) throws Exception {
    System.out.println("PrismIT: -Dsoko.seed=" + SEED);
    assumeTrue(
        Npm.has(TOOLS, ".bin/prism", PACKAGE, temp.resolve("npm.log")),
        "There is no Prism here, and npm does not give it");
    var contract = Files.write(temp.resolve("contract.json"), contract().toString().getBytes());
    port = freePort();
    prism =
        new ProcessBuilder(
                PRISM.toString(),
                "proxy",
                contract.toString(),
                "http://127.0.0.1:" + service.port(),
                "--host=127.0.0.1",
                "--port=" + port)
            .redirectErrorStream(true)
            .redirectOutput(temp.resolve("prism.log").toFile())
            .start();
    eventually(PrismIT::answers, Boolean::booleanValue);
    http = new RawHttp();
  }

  @AfterAll
  static void close() throws Exception {
    if (http != null) http.close();
    if (prism == null) return;
    prism.destroy();
    if (!prism.waitFor(10, TimeUnit.SECONDS)) prism.destroyForcibly();
  }

  @TestFactory
  Stream<DynamicTest> an_answer_is_what_the_contract_says(Service service) {
    return ContractOperation.all().stream()
        .map(operation -> dynamicTest(operation.toString(), () -> walk(service, operation)));
  }

  @Test
  void an_answer_that_the_contract_has_not_is_seen(Service service) {
    var reply = service.at("").through(port).get(UNTRUE).expect(200);
    assertThat(violations(reply)).isNotEmpty();
  }

  private static void walk(Service service, ContractOperation operation) {
    var world = World.of(service, service.partner());
    var bodies = new ArrayList<ObjectNode>(operation.bodies());
    if (bodies.isEmpty()) bodies.add(null);
    var found = new ArrayList<String>();
    for (var example : bodies) {
      Samples.all().forEach(each -> each.prepare(world, operation.id()));
      var request =
          operation.api(world).through(port).request(operation.method(), operation.target(world));
      if (example != null) request.body(operation.body(world, example));
      judge(example, request.send(), found);
    }
    var mutations = new Mutations(SEED ^ operation.id().hashCode());
    for (int i = 0; i < EACH; i++) {
      var example = bodies.get(i % bodies.size());
      var body = example == null ? null : operation.body(world, example);
      var sample = mutations.spoil(operation, operation.target(world), body);
      if (!isForPrism(sample)) continue;
      var reply =
          http.send(
              operation.api(world).through(port),
              sample.method(),
              sample.target(),
              sample.headers(),
              sample.body());
      judge(sample, reply, found);
    }
    assertThat(found).isEmpty();
  }

  /// Elsewhere it has nothing to hold the answer against; it passes on neither the body of a read,
  /// nor headers beyond what Node takes, nor a type that it does not know; and of a body that is no
  /// JSON it says nothing at all, ever.
  private static boolean isForPrism(Sample sample) {
    boolean isRead = sample.method().equals("GET");
    return !sample.isMoved()
        && !sample.headers().containsKey("x-huge")
        && sample.headers().getOrDefault("Content-Type", JSON_TYPE).equals(JSON_TYPE)
        && (sample.body().length == 0 || (!isRead && isJson(sample.body())));
  }

  private static boolean isJson(byte[] body) {
    try {
      JSON.readTree(body);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private static void judge(Object asked, Reply reply, List<String> found) {
    for (var violation : violations(reply)) found.add(violation + "\n" + asked + "\n" + reply);
  }

  /// What Prism says of the answer; what it says of spoiled requests is true and not looked at.
  private static List<String> violations(Reply reply) {
    var violations = reply.header("sl-violations");
    if (violations == null) return List.of();
    var found = new ArrayList<String>();
    for (var violation : Reply.read(violations)) {
      if (violation.at("/location/0").asText().equals("response")) found.add(violation.toString());
    }
    return found;
  }

  /// The contract with whole paths, so that one proxy serves all bases, and with one answer that is
  /// not true.
  private static ObjectNode contract() {
    var document = ContractDocument.load("/openapi").json().<ObjectNode>deepCopy();
    document.remove(List.of("servers", "webhooks"));
    var paths = JsonNodeFactory.instance.objectNode();
    for (var path : document.path("paths").properties()) {
      var item = (ObjectNode) path.getValue();
      item.remove("servers");
      var isRoot = item.findValuesAsText("x-soko-base").contains("root");
      for (var part : item) if (part instanceof ObjectNode operation) operation.remove("servers");
      paths.set(isRoot ? path.getKey() : PARTNER_BASE + path.getKey(), item);
    }
    paths.set(
        UNTRUE,
        Reply.read(
            """
            {"get": {"responses": {"200": {"description": "", "content": {"application/json":
              {"schema": {"type": "object", "required": ["what it has not"]}}}}}}}
            """));
    document.set("paths", paths);
    return document;
  }

  private static boolean answers() {
    try (var _ = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
