package africa.soko.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/// A client whose cable is pulled says neither FIN nor RST: nothing of what it is sent is
/// acknowledged, and its slot is free about 45 s later, at another node as well. The client has an
/// address of its own, to which there is no way any more from then on; that takes root and `ip`.
@Tag("process")
@EnabledIfSystemProperty(named = "soko.long", matches = "true")
class VanishedStreamIT {
  private static final String ADDRESS = "127.77.13.9";
  private static final int OK = 200;
  private static final int LIMITED = 429;

  @TempDir Path temp;

  @Test
  void the_slot_of_a_stream_whose_client_vanished_is_free_within_a_minute() throws Exception {
    Assumptions.assumeTrue(isRerouted(), "There is no ip here, or no right to use it");
    var settings = new HashMap<>(Servers.limits());
    settings.put("SOKO_LIMIT_SANDBOX_STREAMS", "1");
    try (var nodes = new TwoNodes(temp, settings);
        var mine = PartnerClient.of(nodes.a);
        var client = new PartnerClient(nodes.addressOfB().toString(), mine.key());
        var vanishing = new Socket()) {
      int server = nodes.addressOfA().getPort();
      vanishing.bind(new InetSocketAddress(ADDRESS, 0));
      vanishing.connect(new InetSocketAddress("127.0.0.1", server));
      var head = "GET %s/stream HTTP/1.1\r\nHost: soko\r\nx-api-key: %s\r\n\r\n";
      var request = head.formatted(PartnerClient.BASE, client.key());
      vanishing.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      assertThat(vanishing.getInputStream().read()).isEqualTo('H');
      assertThat(open(client)).isEqualTo(LIMITED);

      assertThat(route("add")).isZero();
      try {
        var seconds =
            Polling.until("the slot is free", Duration.ofSeconds(75), () -> open(client) == OK);
        System.out.printf("The slot of a client that vanished is free after %.0f s%n", seconds);
      } finally {
        assertThat(route("del")).isZero();
      }
    }
  }

  private static int open(PartnerClient client) throws IOException, InterruptedException {
    var stream = client.stream("/stream");
    stream.body().close();
    return stream.statusCode();
  }

  private static boolean isRerouted() throws InterruptedException {
    try {
      return route("add") == 0 && route("del") == 0;
    } catch (IOException e) {
      return false;
    }
  }

  /// Adds or takes away the route by which whatever goes to the client's address is lost.
  private static int route(String action) throws IOException, InterruptedException {
    var discard = ProcessBuilder.Redirect.DISCARD;
    var process =
        new ProcessBuilder("ip", "route", action, "blackhole", ADDRESS + "/32", "table", "local")
            .redirectOutput(discard)
            .redirectError(discard)
            .start();
    assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
    return process.exitValue();
  }
}
