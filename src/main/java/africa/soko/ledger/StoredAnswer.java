package africa.soko.ledger;

import africa.soko.platform.db.Key;
import africa.soko.platform.db.Table;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;

/// What a change answered, kept under the hash of its Idempotency-Key for 24 hours.
///
/// @param keySha256 in hexadecimal digits
/// @param sealed whether the body is encrypted, because it carries a secret
record StoredAnswer(
    String partnerId,
    String keySha256,
    Buffer fingerprint,
    int status,
    Buffer body,
    boolean sealed,
    Instant createdAt) {

  static final Table<StoredAnswer> TABLE =
      Table.<StoredAnswer>named("idempotency")
          .key("partner_id", StoredAnswer::partnerId)
          .key("key_sha256", StoredAnswer::keySha256)
          .bytes("fingerprint", StoredAnswer::fingerprint)
          .integer("status", StoredAnswer::status)
          .bytes("body", StoredAnswer::body)
          .flag("sealed", StoredAnswer::sealed)
          .instant("created_at", StoredAnswer::createdAt)
          .readBy(
              f ->
                  new StoredAnswer(
                      f.text("partner_id"),
                      f.text("key_sha256"),
                      f.bytes("fingerprint"),
                      f.integer("status"),
                      f.bytes("body"),
                      f.flag("sealed"),
                      f.instant("created_at")));

  /// How long a repeat of a request is answered with it.
  static final Duration KEPT = StoredAnswerStore.KEPT;

  boolean isKept(Instant now) {
    return now.isBefore(createdAt.plus(KEPT));
  }

  static Key key(String partnerId, Buffer keyHash) {
    return Key.of(partnerId, HexFormat.of().formatHex(keyHash.getBytes()));
  }
}
