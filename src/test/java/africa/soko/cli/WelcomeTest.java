package africa.soko.cli;

import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.platform.config.Config;
import africa.soko.platform.config.Mode;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WelcomeTest {

  @Test
  void an_instance_that_others_can_reach_says_so_loudly() {
    assertThat(warning(Map.of())).isEmpty();
    assertThat(warning(Map.of("SOKO_HTTP_HOST", "0.0.0.0")))
        .contains("*** WARNING", "(soko.http.host=0.0.0.0)", "signs for this machine alone");
    assertThat(warning(Map.of("SOKO_MANAGEMENT_HOST", "::", "SOKO_DEV_IDP_PUBLIC", "true")))
        .contains("(soko.management.host=::)", "signs for EVERYBODY");
  }

  private static String warning(Map<String, String> settings) {
    return Welcome.warning(Config.load(Mode.DEVELOPMENT, List.of(), settings));
  }
}
