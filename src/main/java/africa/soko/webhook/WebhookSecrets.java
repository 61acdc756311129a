package africa.soko.webhook;

import africa.soko.platform.crypto.Sealer;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;

/// Makes the secrets of webhooks, and seals them for storage. What was sealed for one partner
/// cannot be opened for another.
final class WebhookSecrets {
  private final Sealer sealer;
  private final SecureRandom random = new SecureRandom();

  WebhookSecrets(Sealer sealer) {
    this.sealer = sealer;
  }

  String generate() {
    return Signature.newSecret(random);
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
