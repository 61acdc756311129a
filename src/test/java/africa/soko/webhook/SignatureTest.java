package africa.soko.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.buffer.Buffer;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class SignatureTest {
  private static final Instant NOW = Instant.ofEpochSecond(1_614_265_330);

  /// The example of the Standard Webhooks specification.
  @Test
  void the_standard_signature_is_keyed_with_the_decoded_secret() {
    var headers =
        Signature.headers(
            Buffer.buffer("{\"test\": 2432232314}"),
            "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
            "msg_p5jXN8AQM9LWM0D4loKWxJek",
            "dlv_1",
            NOW);
    assertThat(headers.get("webhook-signature"))
        .isEqualTo("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    assertThat(headers.get("webhook-id")).isEqualTo("msg_p5jXN8AQM9LWM0D4loKWxJek");
    assertThat(headers.get("webhook-timestamp")).isEqualTo("1614265330");
  }

  /// The second test case of RFC 4231.
  @Test
  void the_service_signature_is_hex_and_keyed_with_the_text() {
    var headers =
        Signature.headers(
            Buffer.buffer("what do ya want for nothing?"), "Jefe", "evt_1", "dlv_1", NOW);
    assertThat(headers.get("x-service-signature"))
        .isEqualTo("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
    assertThat(headers.get("x-service-event-id")).isEqualTo("evt_1");
    assertThat(headers.get("x-service-delivery-id")).isEqualTo("dlv_1");
    assertThat(headers.get("x-service-timestamp")).isEqualTo("1614265330");
  }

  @Test
  void a_secret_that_only_looks_generated_is_a_text() {
    for (var secret : new String[] {"whsec_", "whsec_not base64 at all!"}) {
      var headers = Signature.headers(Buffer.buffer("{}"), secret, "evt_1", "dlv_1", NOW);
      assertThat(headers.get("webhook-signature")).startsWith("v1,");
    }
  }
}
