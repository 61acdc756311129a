package africa.soko.platform.crypto;

import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/// Seals and opens short texts with AES-256-GCM. The key is derived from the server secret and a
/// context; what was sealed in one context cannot be opened in another.
public final class Sealer {
  private static final int NONCE_BYTES = 12;
  private static final int TAG_BITS = 128;

  private final byte[] serverSecret;
  private final SecureRandom random = new SecureRandom();

  public Sealer(String serverSecret) {
    this.serverSecret = serverSecret.getBytes(StandardCharsets.UTF_8);
  }

  public Buffer seal(Buffer plain, String context) {
    var nonce = new byte[NONCE_BYTES];
    random.nextBytes(nonce);
    return Buffer.buffer(nonce)
        .appendBytes(run(Cipher.ENCRYPT_MODE, plain.getBytes(), nonce, context));
  }

  /// @throws IllegalStateException if it was sealed with another secret or context, or was changed
  public Buffer open(Buffer sealed, String context) {
    var bytes = sealed.getBytes();
    if (bytes.length < NONCE_BYTES) throw new IllegalStateException("Too short to be sealed");
    var nonce = Arrays.copyOf(bytes, NONCE_BYTES);
    var body = Arrays.copyOfRange(bytes, NONCE_BYTES, bytes.length);
    return Buffer.buffer(run(Cipher.DECRYPT_MODE, body, nonce, context));
  }

  private byte[] run(int mode, byte[] input, byte[] nonce, String context) {
    try {
      var mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(serverSecret, "HmacSHA256"));
      var key = mac.doFinal(("seal:" + context).getBytes(StandardCharsets.UTF_8));
      var cipher = Cipher.getInstance("AES/GCM/NoPadding");
      cipher.init(mode, new SecretKeySpec(key, "AES"), new GCMParameterSpec(TAG_BITS, nonce));
      return cipher.doFinal(input);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Cannot seal or open", e);
    }
  }
}
