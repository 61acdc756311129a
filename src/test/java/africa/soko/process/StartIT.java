package africa.soko.process;

import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.platform.config.Setting;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("process")
class StartIT {
  @TempDir Path temp;

  @Test
  void a_port_that_is_taken_is_said_plainly() throws Exception {
    try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      var settings = Map.of("SOKO_HTTP_PORT", "" + taken.getLocalPort());
      try (var service = ServiceProcess.run(temp, settings, "Soko is ready", "start-dev")) {
        assertThat(service.awaitExit()).isNotZero();
        assertThat(service.output())
            .contains(
                "Port " + taken.getLocalPort() + " is in use", "--http.port or SOKO_HTTP_PORT")
            .hasLineCount(1);
        assertThat(temp.resolve("pg")).doesNotExist();
      }
    }
  }

  @Test
  void start_names_every_missing_setting_at_once() throws Exception {
    try (var service = ServiceProcess.run(temp, Map.of(), "Soko answers", "start")) {
      assertThat(service.awaitExit()).isNotZero();
      var required = Stream.of(Setting.values()).filter(Setting::isRequiredByStart).toList();
      assertThat(required).isNotEmpty();
      for (var setting : required) {
        assertThat(service.output()).contains(setting.key() + " is missing");
      }
      assertThat(service.output()).doesNotContain("\tat ");
    }
  }
}
