package africa.soko.process;

import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.process.Balancer.Node;
import africa.soko.process.HaProxy.Backend;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Two nodes behind a balancer are stopped and started again, one after the other, while a partner
/// goes on: he does not notice.
@Tag("process")
@Tag("alone")
class RollingRestartIT {
  private static final int PER_SECOND = 500;
  private static final int RESTARTS = Boolean.getBoolean("soko.long") ? 12 : 2;

  /// A quote may lapse, and a trade be repeated, on a machine that is busy; nothing else is
  /// expected.
  private static final Set<Integer> EXPECTED = Set.of(200, 202, 409);

  @TempDir Path temp;

  private record Place(Node node, int httpPort, int managementPort) {}

  @Test
  void no_request_fails_while_nodes_are_restarted_in_turn() throws Exception {
    var places = places(2);
    try (var servers = new Servers(temp.resolve("servers"));
        var balancer = new Balancer(places.stream().map(Place::node).toList())) {
      var nodes = new ArrayList<ServiceProcess>();
      try {
        for (int i = 0; i < places.size(); i++) nodes.add(start(servers, places, i));
        awaitReady(places);
        var backends = places.stream().map(p -> new Backend(p.httpPort, p.managementPort)).toList();
        var haProxy = HaProxy.before(backends, temp);
        try {
          System.out.println("Balanced by " + (haProxy.isPresent() ? "HAProxy" : "the test"));
          int port = haProxy.map(HaProxy::port).orElse(balancer.port());
          restartInTurn(servers, places, nodes, port);
        } finally {
          haProxy.ifPresent(HaProxy::close);
        }
      } finally {
        nodes.forEach(ServiceProcess::close);
      }
      Servers.verifyBooks(temp.resolve("node-0"), servers.settings());
    }
  }

  private void restartInTurn(
      Servers servers, List<Place> places, List<ServiceProcess> nodes, int port) throws Exception {
    var key = nodes.getFirst().dev().get("sandboxKey").asText();
    try (var load = new SteadyLoad(port, key, PER_SECOND)) {
      for (int restart = 0; restart < RESTARTS; restart++) {
        int before = load.answered();
        Polling.until(
            "a second of load",
            Duration.ofSeconds(20),
            () -> load.answered() - before >= PER_SECOND);
        int turn = restart % places.size();
        var stopping = nodes.get(turn);
        try (var client = PartnerClient.of(stopping);
            var lines = client.stream("/stream").body()) {
          stopping.terminate();
          // The stream ends, in order, while the node still takes requests.
          lines.forEach(_ -> {});
          assertThat(stopping.isRunning()).isTrue();
        }
        stopping.awaitExit();
        assertQuiet(stopping);
        nodes.set(turn, start(servers, places, turn));
        awaitReady(places);
      }
      load.end();
      System.out.println("Rolling restart: " + load.summary());
      assertThat(load.failed).isEmpty();
      assertThat(EXPECTED).containsAll(load.statuses().keySet());
    }
  }

  /// A stop in order is no news: no trace, no fault, nothing that was left open. That it takes more
  /// than a second is said.
  private static void assertQuiet(ServiceProcess ended) {
    assertThat(ended.output())
        .containsOnlyOnce("Soko is stopping: what was begun is finished first")
        .doesNotContain("\tat ", "ERROR", "Exception", "Failed to register", "outcome");
  }

  private ServiceProcess start(Servers servers, List<Place> places, int number) throws Exception {
    var place = places.get(number);
    var settings = new HashMap<>(servers.settings());
    settings.put("SOKO_HTTP_PORT", "" + place.httpPort);
    settings.put("SOKO_MANAGEMENT_PORT", "" + place.managementPort);
    settings.put("SOKO_SHUTDOWN_DELAY_SECONDS", "2");
    return ServiceProcess.startDev(temp.resolve("node-" + number), settings);
  }

  private static void awaitReady(List<Place> places) throws Exception {
    Polling.until(
        "all nodes are ready",
        Duration.ofSeconds(20),
        () -> places.stream().allMatch(place -> place.node.isReady()));
  }

  private static List<Place> places(int count) throws IOException {
    var places = new ArrayList<Place>();
    for (int i = 0; i < count; i++) {
      try (var http = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
          var management = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
        var node = new Node(http.getLocalPort(), management.getLocalPort());
        places.add(new Place(node, http.getLocalPort(), management.getLocalPort()));
      }
    }
    return places;
  }
}
