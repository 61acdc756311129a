package africa.soko.platform.redis;

import static africa.soko.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.testing.Proxy;
import africa.soko.testing.Servers;
import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.LoggerFactory;

/// When Redis counts as lost, and how often that is told.
@Timeout(90)
class RedisLinkIT {
  private static final Duration ANSWER_MAX = Duration.ofSeconds(1);
  private static final long STALL_NANOS = TimeUnit.MILLISECONDS.toNanos(450);
  private static final int STALLS = 6;

  private final Vertx vertx = Vertx.vertx();
  private final Context loop = vertx.getOrCreateContext();
  private final Proxy proxy = new Proxy(Servers.redis());
  private final RedisServer server = new RedisServer(proxy.uri(), ANSWER_MAX);
  private final List<RedisLink> links = new ArrayList<>();

  @AfterEach
  void close() {
    links.forEach(RedisLink::retire);
    vertx.close().await();
    proxy.close();
  }

  /// It reads from another connection, and finds its time-out due before it looks for what Redis
  /// answered meanwhile.
  @Test
  void an_event_loop_that_stands_still_again_and_again_has_not_lost_redis() throws Exception {
    var link = link();
    var stalls = new AtomicInteger();
    try (var door = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      onLoop(
          () ->
              vertx
                  .createNetClient()
                  .connect(door.getLocalPort(), "127.0.0.1")
                  .onSuccess(socket -> socket.handler(_ -> stall(stalls))));
      try (var caller = door.accept()) {
        proxy.silence();
        var asked = Promise.<Response>promise();
        loop.runOnContext(_ -> link.send(Request.cmd(Command.PING)).onComplete(asked));
        for (int i = 1; i <= STALLS; i++) {
          int count = i;
          caller.getOutputStream().write(1);
          eventually(stalls::get, done -> done == count);
        }
        assertThat(asked.future().await().toString()).isEqualTo("PONG");
        assertThat(link.losses()).isZero();
      }
    }
  }

  private void stall(AtomicInteger stalls) {
    if (stalls.get() == STALLS - 1) proxy.pass();
    long end = System.nanoTime() + STALL_NANOS;
    while (System.nanoTime() < end) LockSupport.parkNanos(STALL_NANOS);
    stalls.incrementAndGet();
  }

  @Test
  void a_redis_that_is_silent_is_lost() {
    var link = link();
    proxy.silence();
    var failed = onLoop(() -> link.send(Request.cmd(Command.PING)).map(false).otherwise(true));
    assertThat(failed).isTrue();
    assertThat(link.losses()).isEqualTo(1);
  }

  @Test
  void a_loss_is_told_once_for_all_connections() {
    var told = new ListAppender<ILoggingEvent>();
    told.start();
    var log = (Logger) LoggerFactory.getLogger(RedisServer.class);
    log.addAppender(told);
    log.setLevel(Level.INFO);
    try {
      for (int i = 0; i < 3; i++) link();
      for (int loss = 1; loss <= 2; loss++) {
        told.list.clear();
        proxy.away();
        eventually(() -> links.stream().noneMatch(RedisLink::isUp), down -> down);
        // Connections are made, and lost again.
        int connections = proxy.accepted();
        eventually(proxy::accepted, count -> count > connections + 5);
        proxy.pass();
        eventually(() -> links.stream().allMatch(RedisLink::isUp), up -> up);
        eventually(() -> told.list.size(), lines -> lines >= 2);
        assertThat(told.list)
            .extracting(ILoggingEvent::getFormattedMessage)
            .satisfiesExactly(
                away -> assertThat(away).startsWith("Redis is away"),
                there -> assertThat(there).startsWith("Redis is there again after"));
      }
    } finally {
      log.setLevel(null);
      log.detachAppender(told);
    }
  }

  private RedisLink link() {
    var link =
        onLoop(
            () -> {
              var fresh = new RedisLink(vertx, server, List.of());
              return fresh.start().map(fresh);
            });
    links.add(link);
    eventually(link::isUp, up -> up);
    return link;
  }

  private <T> T onLoop(Supplier<Future<T>> work) {
    var done = Promise.<T>promise();
    loop.runOnContext(_ -> work.get().onComplete(done));
    return done.future().await();
  }
}
