package africa.soko.edge.server;

import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.testing.RawConnection;
import io.netty.channel.epoll.EpollSocketChannel;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.impl.HttpServerConnection;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/// A client that is gone without a word is noticed by TCP alone: what it is sent is not
/// acknowledged.
class VanishedClientIT {
  private static final HttpSettings SETTINGS =
      new HttpSettings(
          "127.0.0.1",
          0,
          Set.of(),
          Duration.ofSeconds(75),
          Duration.ofSeconds(10),
          Duration.ofSeconds(1));

  @Test
  void an_accepted_connection_is_given_up_when_nothing_is_acknowledged_for_half_a_minute()
      throws Exception {
    var vertx = Vertx.builder().with(new VertxOptions().setPreferNativeTransport(true)).build();
    try {
      Assumptions.assumeTrue(vertx.isNativeTransportEnabled());
      var millis = Promise.<Integer>promise();
      var server =
          vertx
              .createHttpServer(HttpVerticle.options(SETTINGS))
              .connectionHandler(
                  connection -> {
                    var channel = ((HttpServerConnection) connection).channelHandlerContext();
                    // Asks the kernel, not the options.
                    var config = ((EpollSocketChannel) channel.channel()).config();
                    millis.complete(config.getTcpUserTimeout());
                  })
              .requestHandler(request -> {})
              .listen()
              .await(10, TimeUnit.SECONDS);
      try (var _ = new RawConnection(server.actualPort())) {
        assertThat(millis.future().await(10, TimeUnit.SECONDS)).isEqualTo(30_000);
      }
    } finally {
      vertx.close().await(10, TimeUnit.SECONDS);
    }
  }
}
