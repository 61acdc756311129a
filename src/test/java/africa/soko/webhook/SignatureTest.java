package africa.soko.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.buffer.Buffer;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class SignatureTest {
  private static final Instant NOW = Instant.ofEpochSecond(1_614_265_330);

  /// The example of the Standard Webhooks specification.
  @Test
  void the_standard_signature_is_keyed_with_the_decoded_secret() {
    var headers =
        Signature.headers(
            Buffer.buffer("{\"test\": 2432232314}"),
            List.of("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"),
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
            Buffer.buffer("what do ya want for nothing?"), List.of("Jefe"), "evt_1", "dlv_1", NOW);
    assertThat(headers.get("x-service-signature"))
        .isEqualTo("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
    assertThat(headers.get("x-service-event-id")).isEqualTo("evt_1");
    assertThat(headers.get("x-service-delivery-id")).isEqualTo("dlv_1");
    assertThat(headers.get("x-service-timestamp")).isEqualTo("1614265330");
  }

  @Test
  void a_secret_that_only_looks_generated_is_a_text() {
    for (var secret : new String[] {"whsec_", "whsec_not base64 at all!"}) {
      var headers = Signature.headers(Buffer.buffer("{}"), List.of(secret), "evt_1", "dlv_1", NOW);
      assertThat(headers.get("webhook-signature")).startsWith("v1,");
    }
  }

  @Test
  void while_a_secret_is_replaced_both_sign() {
    var body = Buffer.buffer("{}");
    var fresh = "a fresh secret of ours";
    var before = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    var both = Signature.headers(body, List.of(fresh, before), "evt_1", "dlv_1", NOW);
    var first = Signature.headers(body, List.of(fresh), "evt_1", "dlv_1", NOW);
    var second = Signature.headers(body, List.of(before), "evt_1", "dlv_1", NOW);
    assertThat(both.get("webhook-signature"))
        .isEqualTo(first.get("webhook-signature") + " " + second.get("webhook-signature"));
    assertThat(both.get("x-service-signature")).isEqualTo(first.get("x-service-signature"));
    assertThat(both.get("x-service-signature-previous"))
        .isEqualTo(second.get("x-service-signature"));
    assertThat(first.contains("x-service-signature-previous")).isFalse();
  }
}
