package africa.soko.process;

import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.cli.ExitCode;
import africa.soko.testing.Partner;
import africa.soko.testing.SokoTest;
import africa.soko.webhook.Signature;
import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpServer;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `soko listen`, as a program of its own: what a partner's program gets of it, and that nothing is
/// missing whatever was restarted.
@SokoTest
@Tag("process")
class ListenIT {
  private static final Duration HEARD_MAX = Duration.ofSeconds(60);
  private static final String READY = "Listening to";

  @TempDir Path temp;

  private final Queue<Received> received = new ConcurrentLinkedQueue<>();
  private HttpServer program;
  private volatile int status = 204;

  private record Received(Map<String, List<String>> headers, byte[] body) {
    String header(String name) {
      return headers.get(name.substring(0, 1).toUpperCase() + name.substring(1)).getFirst();
    }

    JsonNode envelope() {
      try {
        return ServiceProcess.JSON.readTree(body);
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }
  }

  @BeforeEach
  void listen() throws IOException {
    program = program(0);
  }

  @AfterEach
  void close() {
    program.stop(0);
  }

  @Test
  void every_event_is_posted_signed_and_shown(Partner partner) throws Exception {
    var user = partner.user();
    try (var listening = start(partner, "--forward-to", url())) {
      listening.awaitReady();
      user.verified("BASIC").funded("10");
      awaitEvents("kyc.updated", "deposit.confirmed");
      assertThat(listening.output()).contains("deposit.confirmed", "204");
      var secret = listening.output().replaceAll("(?s).*Signing with (\\S+).*", "$1");
      for (var one : received) assertSigned(one, secret);

      // The endpoint says no: it is asked again, and then the next event comes.
      status = 500;
      received.clear();
      user.funded("11");
      awaitSaid(listening, "500, given up");
      assertThat(received)
          .hasSize(4)
          .extracting(r -> r.header("webhook-id"))
          .containsOnly(received.peek().header("webhook-id"));
      status = 204;
      user.funded("12");
      Polling.until("the next", HEARD_MAX, () -> amounts().contains(12));
    }
  }

  @Test
  void nothing_is_missing_whatever_was_restarted(Partner partner) throws Exception {
    var user = partner.user();
    try (var first = start(partner, "--forward-to", url(), "--types", "deposit.confirmed")) {
      first.awaitReady();
      user.funded("1");
      Polling.until("heard", HEARD_MAX, () -> amounts().contains(1));
      first.kill();
    }
    user.funded("2").funded("3");
    int port = program.getAddress().getPort();
    var url = url();
    program.stop(0);
    try (var second = start(partner, "--forward-to", url, "--types", "deposit.confirmed")) {
      awaitSaid(second, "Nobody listens at");
      user.funded("4");
      program = program(port);
      Polling.until("heard", HEARD_MAX, () -> amounts().contains(4));
      // What was on its way when it was killed may come twice.
      assertThat(amounts().stream().distinct()).containsExactly(1, 2, 3, 4);
    }
    var secrets = Files.list(temp.resolve("listen")).map(Path::getFileName).map(Path::toString);
    assertThat(secrets).hasSize(2).contains("secret");
  }

  @Test
  void events_can_be_shown_as_json_from_a_time_on(Partner partner) throws Exception {
    partner.user().funded("5").verified("BASIC");
    var own = Files.writeString(temp.resolve("own"), "a secret of a partner's own\n");
    try (var listening =
        start(
            partner,
            "--forward-to",
            url(),
            "--print-json",
            "--since",
            "2020-01-01T00:00:00Z",
            "--secret-file",
            own.toString())) {
      listening.awaitReady();
      awaitEvents("deposit.confirmed", "kyc.updated");
      Polling.until("shown", HEARD_MAX, () -> json(listening).size() >= 2);
      assertThat(json(listening))
          .extracting(e -> e.get("event").asText())
          .contains("deposit.confirmed", "kyc.updated");
      assertThat(listening.output()).doesNotContain("Signing with");
      for (var one : received) assertSigned(one, "a secret of a partner's own");
    }
  }

  @Test
  void what_cannot_be_done_is_said_in_a_line(Partner partner) throws Exception {
    var wrong =
        Map.of(
            "There is no event order.fild", List.of("--types", "order.fild"),
            "must be an http or https URL", List.of("--forward-to", "ftp://127.0.0.1/"));
    for (var each : wrong.entrySet()) {
      try (var refused = start(partner, each.getValue().toArray(String[]::new))) {
        assertThat(refused.awaitExit()).isEqualTo(ExitCode.USAGE);
        assertThat(refused.output()).contains(each.getKey()).doesNotContain("\tat ");
      }
    }
    try (var refused = start(partner, "--since", "yesterday")) {
      assertThat(refused.awaitExit()).isEqualTo(ExitCode.FAILED);
      assertThat(refused.output()).contains("answers 400: since is no event of yours");
    }
    var nobody = Map.of("SOKO", "http://127.0.0.1:1", "KEY", partner.key());
    try (var refused = ServiceProcess.run(temp, nobody, READY, "listen")) {
      assertThat(refused.awaitExit()).isEqualTo(ExitCode.FAILED);
      assertThat(refused.output())
          .startsWith("No Soko answers at http://127.0.0.1:1")
          .hasLineCount(1);
    }
    var stranger = Map.of("SOKO", partner.sandbox().url(), "KEY", "sk_sandbox_wrong");
    try (var refused = ServiceProcess.run(temp, stranger, READY, "listen")) {
      assertThat(refused.awaitExit()).isEqualTo(ExitCode.FAILED);
      assertThat(refused.output()).contains("answers 401").hasLineCount(1);
    }
    try (var refused = ServiceProcess.run(temp.resolve("none"), Map.of(), READY, "listen")) {
      assertThat(refused.awaitExit()).isEqualTo(ExitCode.FAILED);
      assertThat(refused.output()).contains("no start-dev runs on").hasLineCount(1);
    }
  }

  private ServiceProcess start(Partner partner, String... arguments) throws IOException {
    var all = new ArrayList<>(List.of("listen"));
    all.addAll(List.of(arguments));
    var who = Map.of("SOKO", partner.sandbox().url(), "KEY", partner.key());
    return ServiceProcess.run(temp, who, READY, all.toArray(String[]::new));
  }

  private HttpServer program(int port) throws IOException {
    var server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    server.createContext(
        "/",
        exchange -> {
          received.add(
              new Received(exchange.getRequestHeaders(), exchange.getRequestBody().readAllBytes()));
          exchange.sendResponseHeaders(status, -1);
          exchange.close();
        });
    server.start();
    return server;
  }

  private String url() {
    return "http://127.0.0.1:%d/hooks".formatted(program.getAddress().getPort());
  }

  private void awaitEvents(String... names) throws Exception {
    Polling.until(
        "heard",
        HEARD_MAX,
        () ->
            received.stream()
                .map(r -> r.envelope().get("event").asText())
                .toList()
                .containsAll(List.of(names)));
  }

  private static void awaitSaid(ServiceProcess listening, String text) throws Exception {
    try {
      Polling.until(text, HEARD_MAX, () -> listening.output().contains(text));
    } catch (AssertionError e) {
      throw new AssertionError(e.getMessage() + ", but: " + listening.output());
    }
  }

  private List<Integer> amounts() {
    return received.stream().map(r -> r.envelope().at("/data/amount").asInt()).toList();
  }

  private static List<JsonNode> json(ServiceProcess listening) throws IOException {
    var found = new ArrayList<JsonNode>();
    for (var line : listening.output().lines().toList()) {
      if (line.startsWith("{")) found.add(ServiceProcess.JSON.readTree(line));
    }
    return found;
  }

  private static void assertSigned(Received one, String secret) {
    var expected =
        Signature.headers(
            Buffer.buffer(one.body),
            List.of(secret),
            one.envelope().get("eventId").asText(),
            one.header("x-service-delivery-id"),
            Instant.ofEpochSecond(Long.parseLong(one.header("webhook-timestamp"))));
    for (var header : expected) {
      assertThat(one.header(header.getKey())).as(header.getKey()).isEqualTo(header.getValue());
    }
  }
}
