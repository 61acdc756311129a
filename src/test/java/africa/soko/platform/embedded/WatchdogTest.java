package africa.soko.platform.embedded;

import static africa.soko.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WatchdogTest {
  @TempDir Path temp;

  @Test
  void a_server_that_ends_at_once_has_started_and_ended() {
    try (var data = DataDirectory.open(temp.resolve("data"))) {
      for (int i = 0; i < 30; i++) {
        var command = List.of("true");
        var watchdog = Watchdog.start(data, "TERM", command, temp.resolve("log"), Map.of());
        eventually(watchdog::isRunning, running -> !running);
        assertThatCode(watchdog::stop).doesNotThrowAnyException();
      }
    }
  }
}
