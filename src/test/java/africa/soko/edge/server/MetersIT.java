package africa.soko.edge.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import africa.soko.testing.Partner;
import africa.soko.testing.Service;
import africa.soko.testing.SokoTest;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What an operator can ask of the running service.
@SokoTest
class MetersIT {
  private static String metrics(Service service) throws Exception {
    var uri = URI.create("http://127.0.0.1:" + service.managementPort() + "/metrics");
    try (var client = HttpClient.newHttpClient()) {
      return client
          .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString())
          .body();
    }
  }

  /// The value of a line that begins like this.
  private static double value(String metrics, String line) {
    return metrics
        .lines()
        .filter(one -> one.startsWith(line))
        .mapToDouble(one -> Double.parseDouble(one.substring(one.lastIndexOf(' ') + 1)))
        .findFirst()
        .orElseThrow(() -> new AssertionError("No " + line));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "soko_requests_limited_total",
        "soko_requests_replayed_total",
        "soko_limiter_local_total",
        "soko_ledger_batch_commands_count{environment=\"sandbox\"}",
        "soko_ledger_batch_time_seconds_count{environment=\"live\"}",
        "soko_ledger_batch_failures_total{environment=\"live\"}",
        "soko_ledger_refused_total{environment=\"live\"}",
        "soko_ledger_waiting{environment=\"live\"}",
        "soko_webhook_backlog_age_seconds{environment=\"live\"}",
        "soko_webhook_attempts_running{environment=\"live\"}",
        "soko_settlement_failures{environment=\"live\"}",
        "soko_stream_open{environment=\"live\"}",
        "soko_stream_cut_total{environment=\"live\"}",
        "soko_postgresql_connections{schema=\"platform\"}",
        "soko_postgresql_connections{schema=\"sandbox\"}",
        "vertx_pool_in_use{pool_name=\"sandbox\",pool_type=\"sql\"}",
        "vertx_pool_queue_pending{pool_name=\"platform\",pool_type=\"sql\"}",
        "vertx_pool_queue_time_seconds_count{pool_name=\"live\",pool_type=\"sql\"}",
        "soko_redis_up",
        "soko_redis_losses_total",
        "soko_connections_open",
        "soko_connections_refused_total",
        "soko_build{version=\"",
        "jvm_memory_used_bytes{area=\"heap\"",
        "jvm_gc_",
        "jvm_threads_live_threads",
        "process_cpu_usage",
        "process_uptime_seconds",
      })
  void there_is_a_meter_for(String line, Service service) throws Exception {
    assertThat(metrics(service).lines()).anyMatch(one -> one.startsWith(line));
  }

  @Test
  void a_deposit_is_seen_in_them(Service service, Partner partner) throws Exception {
    var user = partner.verifiedUser();
    user.funded("10");
    user.post("/deposit", "{}").expect(400);
    var before = metrics(service);
    user.funded("10");
    user.post("/deposit", "{}").expect(400);
    var after = metrics(service);
    assertThat(after.lines())
        .anyMatch(line -> line.startsWith("soko_requests_seconds_bucket{environment=\"sandbox\","));
    var requests = "soko_requests_seconds_count{environment=\"sandbox\",operation=\"deposit\",";
    for (var status : new String[] {"status=\"2xx\"", "status=\"4xx\""}) {
      assertThat(value(after, requests + status)).isEqualTo(value(before, requests + status) + 1);
    }
    var batches = "soko_ledger_batch_time_seconds_count{environment=\"sandbox\"}";
    assertThat(value(after, batches)).isGreaterThan(value(before, batches));
    assertThat(value(after, "soko_ledger_waiting{environment=\"sandbox\"}")).isZero();
    assertThat(value(after, "soko_postgresql_connections{schema=\"sandbox\"}")).isPositive();
    assertThat(value(after, "soko_redis_up")).isEqualTo(1);
  }

  @Test
  void nobody_reaches_it_from_outside(Service service) throws Exception {
    for (var one : NetworkInterface.networkInterfaces().toList()) {
      for (var address : one.inetAddresses().filter(a -> !a.isLoopbackAddress()).toList()) {
        var outside = new InetSocketAddress(address, service.managementPort());
        assertThatThrownBy(() -> connect(outside)).isInstanceOf(ConnectException.class);
      }
    }
  }

  private static void connect(InetSocketAddress address) throws Exception {
    try (var socket = new Socket()) {
      socket.connect(address, 2_000);
    }
  }
}
