package africa.soko.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import africa.soko.testing.Reply;
import africa.soko.webhook.Receiver.Received;
import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// A delivery as its receiver reads it: it knows the documented headers and its secret, and nothing
/// of how they were made.
record Delivered(Received received) {

  JsonNode envelope() {
    return Reply.read(received.body().toString());
  }

  String name() {
    return envelope().get("event").asText();
  }

  String eventId() {
    return envelope().get("eventId").asText();
  }

  long sequence() {
    return envelope().get("sequence").asLong();
  }

  String header(String name) {
    return received.headers().get(name);
  }

  /// Both signatures, over the raw bytes of the body, and the ids of the headers.
  void assertSignedWith(String secret) {
    assertSigned(secret, header("x-service-signature"), header("webhook-signature"));

    assertThat(header("content-type")).isEqualTo("application/json");
    assertThat(eventId()).isEqualTo(header("webhook-id")).isEqualTo(header("x-service-event-id"));
    assertThat(header("x-service-timestamp")).isEqualTo(header("webhook-timestamp"));
    assertThat(Long.parseLong(header("webhook-timestamp"))).isPositive();
  }

  void assertSigned(String secret, String service, String standard) {
    var text = secret.getBytes(StandardCharsets.UTF_8);
    assertThat(service).isEqualTo(HexFormat.of().formatHex(hmac(text, received.body())));
    var key =
        secret.startsWith("whsec_")
            ? Base64.getDecoder().decode(secret.substring("whsec_".length()))
            : text;
    var signed =
        Buffer.buffer(header("webhook-id") + "." + header("webhook-timestamp") + ".")
            .appendBuffer(received.body());
    assertThat(standard).isEqualTo("v1," + Base64.getEncoder().encodeToString(hmac(key, signed)));
  }

  private static byte[] hmac(byte[] key, Buffer message) {
    try {
      var mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      return mac.doFinal(message.getBytes());
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }
}
