package africa.soko;

import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.platform.config.Config;
import africa.soko.platform.config.Mode;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DevelopmentTest {

  @ParameterizedTest
  @CsvSource({
    "127.0.0.1, auto, true",
    "::1, auto, true",
    "0.0.0.0, auto, false",
    "::, auto, false",
    "0.0.0.0, true, true",
    "127.0.0.1, false, false",
  })
  void webhooks_reach_this_machine_only_while_others_cannot_send_them(
      String host, String setting, boolean expected) {
    var config =
        Config.load(
            Mode.DEVELOPMENT,
            List.of(),
            Map.of("SOKO_HTTP_HOST", host, "SOKO_DEV_WEBHOOK_LOOPBACK", setting));
    assertThat(Development.webhooksReachThisMachine(config)).isEqualTo(expected);
  }
}
