package africa.soko.access;

import africa.soko.edge.Caller.CredentialType;
import africa.soko.edge.Environment;
import africa.soko.platform.db.Fields;
import africa.soko.platform.db.Group;
import africa.soko.platform.db.Key;
import africa.soko.platform.db.Table;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// A key as it is stored: never its text.
///
/// @param keyId the public name of the key, and the client id of OAuth
/// @param generation which of a partner's sandbox keys it is; 0 for all others
/// @param isToken whether it is a short-lived token
/// @param parentKeyId the key that a token was made from and ends with, or that a data key belongs
///   to
/// @param subAccountId the only sub-account it may see, or null for all of the partner
/// @param memberId whose session it is, or null
@SuppressWarnings("ArrayRecordComponent") // compared by key id, never as a whole
public record Credential(
    byte[] keyHash,
    String keyId,
    String partnerId,
    Environment environment,
    CredentialType type,
    String maskedKey,
    Set<String> scopes,
    int generation,
    boolean isToken,
    @Nullable String parentKeyId,
    @Nullable String subAccountId,
    @Nullable String memberId,
    Instant createdAt,
    @Nullable Instant lastUsedAt,
    @Nullable Instant expiresAt,
    @Nullable Instant revokedAt) {

  public static final Table<Credential> TABLE =
      Table.<Credential>named("platform.credential")
          .key("partner_id", Credential::partnerId)
          .key("key_id", Credential::keyId)
          .bytes("key_hash", c -> Buffer.buffer(c.keyHash))
          .constant("environment", Credential::environment)
          .constant("type", Credential::type)
          .text("masked_key", Credential::maskedKey)
          .text("scopes", c -> String.join(" ", new TreeSet<>(c.scopes)))
          .integer("generation", Credential::generation)
          .flag("token", Credential::isToken)
          .text("sub_account_id", Credential::subAccountId)
          .text("member_id", Credential::memberId)
          .instant("created_at", Credential::createdAt)
          .instant("last_used_at", Credential::lastUsedAt)
          .fixed()
          .text("parent_key_id", Credential::parentKeyId)
          .instant("expires_at", Credential::expiresAt)
          .instant("revoked_at", Credential::revokedAt)
          .readBy(row -> read(row, "created_at"));

  /// The keys of a partner in one environment that are not revoked, without tokens.
  public static final Group<Credential> STANDING =
      new Group<>(
          TABLE,
          List.of("partner_id", "environment"),
          "NOT token AND revoked_at IS NULL",
          key -> standing(key.partnerId, key.environment));

  /// A key that has just been made.
  ///
  /// @param text of the key
  public static Credential made(
      String text,
      String keyId,
      String partnerId,
      Environment environment,
      CredentialType type,
      Set<String> scopes,
      int generation,
      @Nullable String parentKeyId,
      Instant now) {
    return new Credential(
        ApiKeys.hash(text),
        keyId,
        partnerId,
        environment,
        type,
        ApiKeys.mask(text),
        scopes,
        generation,
        false,
        parentKeyId,
        null,
        null,
        now,
        null,
        null,
        null);
  }

  /// A token that has just been made from a key: it is of the key's type, and ends with it.
  ///
  /// @param text of the token
  /// @param memberId whose session it is, or null
  public static Credential token(
      String text,
      String keyId,
      Credential key,
      Set<String> scopes,
      @Nullable String memberId,
      Instant now,
      Duration life) {
    return new Credential(
        ApiKeys.hash(text),
        keyId,
        key.partnerId,
        key.environment,
        key.type,
        ApiKeys.mask(text),
        scopes,
        0,
        true,
        key.keyId,
        null,
        memberId,
        now,
        null,
        now.plus(life),
        null);
  }

  public static Key standing(String partnerId, Environment environment) {
    return Key.of(partnerId, environment.name());
  }

  public static Key key(String partnerId, String keyId) {
    return Key.of(partnerId, keyId);
  }

  static Credential read(Fields row, String createdAt) {
    return new Credential(
        row.bytes("key_hash").getBytes(),
        row.text("key_id"),
        row.text("partner_id"),
        row.constant("environment", Environment.class),
        row.constant("type", CredentialType.class),
        row.text("masked_key"),
        Set.of(row.text("scopes").split(" ")),
        row.integer("generation"),
        row.flag("token"),
        row.maybeText("parent_key_id"),
        row.maybeText("sub_account_id"),
        row.maybeText("member_id"),
        row.instant(createdAt),
        row.maybeInstant("last_used_at"),
        row.maybeInstant("expires_at"),
        row.maybeInstant("revoked_at"));
  }

  public boolean isData() {
    return type == CredentialType.DATA;
  }

  public Credential endingAt(Instant at) {
    return with(parentKeyId, at, revokedAt);
  }

  public Credential revokedAt(Instant at) {
    return with(parentKeyId, expiresAt, at);
  }

  public Credential ofParent(String keyId) {
    return with(keyId, expiresAt, revokedAt);
  }

  private Credential with(
      @Nullable String newParent, @Nullable Instant newEnd, @Nullable Instant newRevocation) {
    return new Credential(
        keyHash,
        keyId,
        partnerId,
        environment,
        type,
        maskedKey,
        scopes,
        generation,
        isToken,
        newParent,
        subAccountId,
        memberId,
        createdAt,
        lastUsedAt,
        newEnd,
        newRevocation);
  }
}
