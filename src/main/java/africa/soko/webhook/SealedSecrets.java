package africa.soko.webhook;

import africa.soko.platform.db.Fields;
import io.vertx.core.buffer.Buffer;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What signs the deliveries of an endpoint, sealed by [WebhookSecrets]: its secret, and for a
/// while the one before.
///
/// @param previous the secret that was replaced last, or null
/// @param previousUntil until when that signs as well
record SealedSecrets(Buffer current, @Nullable Buffer previous, @Nullable Instant previousUntil) {

  static SealedSecrets of(Buffer secret) {
    return new SealedSecrets(secret, null, null);
  }

  /// As the columns of table `webhook` hold them.
  static SealedSecrets read(Fields fields) {
    return new SealedSecrets(
        fields.bytes("secret"),
        fields.maybeBytes("previous_secret"),
        fields.maybeInstant("previous_until"));
  }

  SealedSecrets replacedBy(Buffer secret, Instant until) {
    return new SealedSecrets(secret, current, until);
  }

  /// What signs at a moment, the newest first.
  List<Buffer> at(Instant now) {
    return previous == null || previousUntil == null || !now.isBefore(previousUntil)
        ? List.of(current)
        : List.of(current, previous);
  }
}
