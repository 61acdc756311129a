package africa.soko.edge;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.epoll.Epoll;
import io.netty.channel.unix.Errors.NativeIoException;
import io.vertx.sqlclient.ClosedConnectionException;
import java.io.IOException;
import java.net.SocketException;
import java.nio.channels.ClosedChannelException;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FaultsTest {
  private static final int ECONNRESET = -104;

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void a_connection_that_was_lost_is_a_part_that_is_away_unless_something_may_have_changed(
      boolean mayHaveChanged) {
    var code = mayHaveChanged ? ErrorCode.INTERNAL_ERROR : ErrorCode.SERVICE_UNAVAILABLE;
    assertThat(told(new SocketException("Connection reset"), mayHaveChanged)).isEqualTo(code);
    assertThat(told(new ClosedChannelException(), mayHaveChanged)).isEqualTo(code);
    assertThat(told(ClosedConnectionException.INSTANCE, mayHaveChanged)).isEqualTo(code);
  }

  @Test
  void the_native_transport_says_it_in_its_own_words() {
    Assumptions.assumeTrue(Epoll.isAvailable());
    var reset = new NativeIoException("recvAddress", ECONNRESET);
    assertThat(told(reset, false)).isEqualTo(ErrorCode.SERVICE_UNAVAILABLE);
    assertThat(told(new RuntimeException(reset), false)).isEqualTo(ErrorCode.SERVICE_UNAVAILABLE);
    assertThat(told(reset, true)).isEqualTo(ErrorCode.INTERNAL_ERROR);
  }

  @Test
  void what_nobody_foresaw_is_a_failure_of_ours() {
    assertThat(told(new IOException("a file"), false)).isEqualTo(ErrorCode.INTERNAL_ERROR);
  }

  private static ErrorCode told(Throwable fault, boolean mayHaveChanged) {
    return Faults.refusal(fault, mayHaveChanged).code();
  }
}
