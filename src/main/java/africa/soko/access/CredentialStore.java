package africa.soko.access;

import africa.soko.edge.AccessRules;
import africa.soko.edge.Environment;
import africa.soko.edge.KeyRefusals;
import africa.soko.edge.Refused;
import africa.soko.platform.db.Fields;
import africa.soko.platform.db.Rows;
import africa.soko.platform.net.AddressRange;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The table `credential`.
public final class CredentialStore {
  /// A key with the partner that it belongs to, and what is agreed for where it is at home.
  ///
  /// @param rights of the member whose session it is, or null for all else
  public record Found(
      Credential credential,
      Partner partner,
      Agreement agreement,
      @Nullable Rights rights,
      AccessRules rules,
      boolean isExpired,
      boolean isRevoked) {

    /// Why it is not to be used now, or null if it is.
    ///
    /// @param environment where it must be at home; null for any
    public @Nullable Refused refusal(@Nullable Environment environment) {
      boolean elsewhere = environment != null && environment != credential.environment();
      if (isExpired || elsewhere) return KeyRefusals.unknown();
      if (isRevoked) return credential.isData() ? KeyRefusals.unknown() : KeyRefusals.revoked();
      if (partner.status() == Partner.Status.SUSPENDED) return KeyRefusals.suspended();
      return rights == null || rights.isActive() ? null : KeyRefusals.noMember();
    }

    /// What it may do now.
    public Set<String> scopes() {
      return rights == null ? credential.scopes() : rights.within(credential.scopes());
    }
  }

  private static final String FIND =
      """
      SELECT c.*, c.created_at AS key_created_at, p.*, t.*,
        coalesce(%s <= now(), false) AS expired, %s AS revoked,
        s.ip_allowlist, s.require_signed_requests, s.require_mtls, s.scoped_keys_only,
        a.client_certificates, coalesce(a.version, 0) AS access_version,
        %s + make_interval(days => s.key_rotation_days) AS key_ends,
        %s
      FROM credential c
      JOIN partner p USING (partner_id)
      JOIN partner_terms t USING (partner_id, environment)
      %s
      LEFT JOIN partner_access a ON a.partner_id = c.partner_id
      LEFT JOIN security_policy s
        ON s.partner_id = c.partner_id AND s.environment = c.environment
      %s
      WHERE c.key_hash = $1
      """
          .formatted(
              Ancestry.ENDS_AT,
              Ancestry.IS_REVOKED,
              Ancestry.KEY_MADE_AT,
              Rights.COLUMNS,
              Ancestry.JOINS,
              Rights.joins("c.member_id"));

  private final SqlClient client;

  /// @param client a pool, or a connection inside a transaction
  public CredentialStore(SqlClient client) {
    this.client = client;
  }

  public Future<Void> insert(Credential key) {
    var tuple =
        Tuple.tuple()
            .addValue(Buffer.buffer(key.keyHash()))
            .addValue(key.keyId())
            .addValue(key.partnerId())
            .addValue(key.environment().name())
            .addValue(key.type().name())
            .addValue(key.maskedKey())
            .addValue(String.join(" ", new TreeSet<>(key.scopes())))
            .addValue(key.generation())
            .addValue(key.isToken())
            .addValue(key.parentKeyId())
            .addValue(key.subAccountId())
            .addValue(key.memberId())
            .addValue(PartnerStore.utc(key.createdAt()))
            .addValue(PartnerStore.utc(key.expiresAt()));
    return client
        .preparedQuery(
            "INSERT INTO credential (key_hash, key_id, partner_id, environment, type, masked_key,"
                + " scopes, generation, token, parent_key_id, sub_account_id, member_id,"
                + " created_at, expires_at) VALUES ($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12,$13,$14)"
                + " ON CONFLICT (key_hash) DO NOTHING")
        .execute(tuple)
        .mapEmpty();
  }

  /// The key with this hash. Whether it is expired is told by the clock of the database, the only
  /// one that all nodes share.
  public Future<Optional<Found>> find(byte[] keyHash) {
    return client
        .preparedQuery(FIND)
        .execute(Tuple.of(Buffer.buffer(keyHash)))
        .map(rows -> rows.stream().findFirst().map(CredentialStore::found));
  }

  /// All keys of a partner in one environment, the newest first, without tokens.
  public Future<List<Credential>> list(String partnerId, Environment environment) {
    return client
        .preparedQuery(
            "SELECT * FROM credential WHERE partner_id = $1 AND environment = $2 AND NOT token"
                + " ORDER BY created_at DESC, key_id")
        .execute(Tuple.of(partnerId, environment.name()))
        .map(rows -> Rows.map(rows, Credential.TABLE::read));
  }

  /// Forgets tokens that expired before the given time, by the database's clock in any case;
  /// returns how many. Who shows one is told the same as before.
  public Future<Integer> prune(Instant before, int rowsMax) {
    return client
        .preparedQuery(
            "DELETE FROM credential WHERE key_hash IN (SELECT key_hash FROM credential"
                + " WHERE token AND expires_at < least($1, now())"
                + " ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED)")
        .execute(Tuple.of(PartnerStore.utc(before), rowsMax))
        .map(rows -> rows.rowCount());
  }

  /// Notes that keys were in use lately.
  public Future<Void> touch(Collection<byte[]> keyHashes) {
    var hashes = keyHashes.stream().map(Buffer::buffer).toArray(Buffer[]::new);
    return client
        .preparedQuery("UPDATE credential SET last_used_at = now() WHERE key_hash = ANY($1)")
        .execute(Tuple.tuple().addValue(hashes))
        .mapEmpty();
  }

  private static Found found(Row row) {
    return new Found(
        Credential.read(new Fields(row), "key_created_at"),
        PartnerStore.partner(row),
        PartnerStore.agreement(row),
        Rights.read(new Fields(row)),
        rules(new Fields(row)),
        row.getBoolean("expired"),
        row.getBoolean("revoked"));
  }

  private static AccessRules rules(Fields row) {
    int version = row.integer("access_version");
    if (version == 0) return AccessRules.NONE;
    var allowlist = row.maybeText("ip_allowlist");
    if (allowlist == null) return AccessRules.none(version);
    return new AccessRules(
        version,
        words(allowlist).map(AddressRange::of).toList(),
        row.flag("require_signed_requests"),
        row.flag("require_mtls"),
        row.flag("scoped_keys_only"),
        words(row.text("client_certificates")).collect(Collectors.toUnmodifiableSet()),
        row.maybeInstant("key_ends"));
  }

  private static Stream<String> words(String text) {
    return Stream.of(text.split(" ", -1)).filter(word -> !word.isEmpty());
  }
}
