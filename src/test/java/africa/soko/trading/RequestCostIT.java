package africa.soko.trading;

import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.platform.json.Json;
import africa.soko.testing.Partner;
import africa.soko.testing.RawConnection;
import africa.soko.testing.Servers;
import africa.soko.testing.Service;
import africa.soko.testing.SokoTest;
import africa.soko.testing.Trader;
import com.sun.management.ThreadMXBean;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.Request;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// What a request costs beside time, counted: bytes of the heap and commands of Redis. The rest of
/// the service goes on meanwhile, so the bounds leave room for it.
@SokoTest
class RequestCostIT {
  private static final int TIMES = 200;

  /// Of which the best counts: what else the process does while it waits for its turn adds to it.
  private static final int ROUNDS = 3;

  private static final long QUOTE_BYTES_MAX = 24_000;
  private static final long TRADE_BYTES_MAX = 300_000;
  private static final int QUANTITY = 1;
  private static final Set<String> ASKED = Set.of("eval", "evalsha", "script", "publish");
  private static final Pattern CALLS = Pattern.compile("cmdstat_(\\w+):calls=(\\d+)");

  @Test
  void a_market_quote_takes_few_bytes_and_one_command_of_redis(Service service, Partner partner) {
    var quote =
        request("GET", base(partner) + "/market/quotes?symbol=SCOM&exchange=NSE", partner, "");
    try (var connection = new RawConnection(service.port())) {
      send(connection, copies(quote), 200);
      long bytes = Long.MAX_VALUE;
      for (int round = 0; round < ROUNDS; round++) {
        long commands = commands();
        bytes = Math.min(bytes, send(connection, copies(quote), 200));
        assertThat(commands() - commands).isLessThanOrEqualTo(TIMES + TIMES / 10);
      }
      System.out.printf("A market quote allocates %,d bytes%n", bytes);
      assertThat(bytes).isLessThan(QUOTE_BYTES_MAX);
    }
  }

  @Test
  void a_trade_takes_few_bytes_and_few_commands_of_redis(Service service, Partner partner) {
    var user = partner.verifiedUser().funded("10000");
    var warming = trades(user, partner);
    var trades = trades(user, partner);
    try (var connection = new RawConnection(service.port())) {
      send(connection, warming, 202);
      long commands = commands();
      long bytes = send(connection, trades, 202);
      // One for the limit; that events were written is told once a batch.
      assertThat(commands() - commands).isLessThanOrEqualTo(3L * TIMES);
      System.out.printf("A trade allocates %,d bytes%n", bytes);
      assertThat(bytes).isLessThan(TRADE_BYTES_MAX);
    }
  }

  private static List<String> copies(String request) {
    var all = new ArrayList<String>();
    for (int i = 0; i < TIMES; i++) all.add(request);
    return all;
  }

  private static List<String> trades(Trader user, Partner partner) {
    var all = new ArrayList<String>();
    for (int i = 0; i < TIMES; i++) {
      var order = Trader.order(user.quote("SCOM.KE", Side.BUY, QUANTITY).expect(200));
      var body = Json.encode(order).toString(StandardCharsets.UTF_8);
      all.add(request("POST", base(partner) + user.path() + "/trade", partner, body));
    }
    return all;
  }

  private static String base(Partner partner) {
    return URI.create(partner.sandbox().url()).getPath();
  }

  private static String request(String method, String path, Partner partner, String body) {
    var head =
        "%s %s HTTP/1.1\r\nHost: soko\r\nx-api-key: %s\r\n".formatted(method, path, partner.key());
    if (method.equals("GET")) return head + "\r\n";
    return "%sIdempotency-Key: %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
        .formatted(head, UUID.randomUUID(), body.length(), body);
  }

  /// The bytes that each took, without those of this thread.
  private static long send(RawConnection connection, List<String> requests, int status) {
    var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long own = threads.getCurrentThreadAllocatedBytes();
    long all = threads.getTotalThreadAllocatedBytes();
    for (var request : requests) {
      assertThat(connection.write(request).readAnswer()).startsWith("HTTP/1.1 " + status);
    }
    all = threads.getTotalThreadAllocatedBytes() - all;
    own = threads.getCurrentThreadAllocatedBytes() - own;
    return (all - own) / requests.size();
  }

  /// What Redis was asked to do so far. What a script does within is part of its one command.
  private static long commands() {
    var vertx = Vertx.vertx();
    try {
      var info =
          Redis.createClient(vertx, Servers.redis())
              .send(Request.cmd(Command.INFO).arg("commandstats"))
              .await();
      long sum = 0;
      var counts = CALLS.matcher(info.toString());
      while (counts.find()) {
        if (ASKED.contains(counts.group(1))) sum += Long.parseLong(counts.group(2));
      }
      return sum;
    } finally {
      vertx.close().await();
    }
  }
}
