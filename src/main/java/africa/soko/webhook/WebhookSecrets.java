package africa.soko.webhook;

import africa.soko.platform.crypto.Sealer;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Base64;

/// Makes the secrets of webhooks, and seals them for storage. What was sealed for one partner
/// cannot be opened for another.
final class WebhookSecrets {
  private static final int SECRET_BYTES = 32;

  private final Sealer sealer;
  private final SecureRandom random = new SecureRandom();

  WebhookSecrets(Sealer sealer) {
    this.sealer = sealer;
  }

  String generate() {
    var bytes = new byte[SECRET_BYTES];
    random.nextBytes(bytes);
    return Signature.PREFIX + Base64.getEncoder().encodeToString(bytes);
  }

  Buffer seal(String partnerId, String secret) {
    return sealer.seal(Buffer.buffer(secret), context(partnerId));
  }

  String open(String partnerId, Buffer sealed) {
    return sealer.open(sealed, context(partnerId)).toString(StandardCharsets.UTF_8);
  }

  private static String context(String partnerId) {
    return "webhook:" + partnerId;
  }
}
