package africa.soko.platform.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ListenHostTest {

  @ParameterizedTest
  @CsvSource({
    "127.0.0.1, true, http://127.0.0.1:8080",
    "127.0.0.2, true, http://127.0.0.2:8080",
    "localhost, true, http://localhost:8080",
    "::1, true, http://[::1]:8080",
    "0.0.0.0, false, http://127.0.0.1:8080",
    "::, false, http://127.0.0.1:8080",
    "192.0.2.1, false, http://192.0.2.1:8080",
    "2001:db8::1, false, http://[2001:db8::1]:8080",
  })
  void its_url_can_be_opened_and_loopback_is_told_apart(String host, boolean local, String url) {
    assertThat(new ListenHost(host).isLoopback()).isEqualTo(local);
    assertThat(new ListenHost(host).url(8080)).isEqualTo(url);
  }
}
