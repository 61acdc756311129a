package africa.soko.subaccount;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.platform.crypto.Sha256;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class IdentityNumbersTest {
  private static final String NUMBER = "29481733";

  private final IdentityNumbers numbers =
      new IdentityNumbers("one secret of a server, long enough");

  @Test
  void a_number_is_known_again_by_this_server_alone() {
    var kept = numbers.fingerprint(NUMBER);
    assertThat(kept).isEqualTo(numbers.fingerprint(NUMBER));
    assertThat(kept.hmac())
        .matches("[0-9a-f]{64}")
        .isNotEqualTo(numbers.fingerprint("29481734").hmac());
    assertThat(kept.hmac())
        .isNotEqualTo(new IdentityNumbers("another secret").fingerprint(NUMBER).hmac());
    assertThat(kept.hmac())
        .isNotEqualTo(HexFormat.of().formatHex(Sha256.of(NUMBER.getBytes(UTF_8))));
    assertThat(kept.last4()).isEqualTo("1733");
    assertThat(numbers.fingerprint(null)).isNull();
  }
}
