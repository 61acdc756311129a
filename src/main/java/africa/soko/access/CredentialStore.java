package africa.soko.access;

import africa.soko.edge.Caller.CredentialType;
import africa.soko.edge.Environment;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The table `credential`.
public final class CredentialStore {
  /// A key with the partner that it belongs to, and what is agreed for where it is at home.
  public record Found(
      Credential credential, Partner partner, Agreement agreement, boolean expired) {}

  // The lock is that of ledger.ShownKeys. The plan takes it before the row is changed.
  private static final String REVOKE =
      """
      WITH alone AS MATERIALIZED (
        SELECT key_hash, pg_advisory_xact_lock(hashtextextended('keys of ' || partner_id, 0))
        FROM credential WHERE key_hash = $1)
      UPDATE credential c SET revoked_at = clock_timestamp() FROM alone
      WHERE c.key_hash = alone.key_hash AND c.revoked_at IS NULL
      """;

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
            .addValue(key.subAccountId())
            .addValue(PartnerStore.utc(key.createdAt()))
            .addValue(PartnerStore.utc(key.expiresAt()));
    return client
        .preparedQuery(
            "INSERT INTO credential (key_hash, key_id, partner_id, environment, type, masked_key,"
                + " scopes, generation, sub_account_id, created_at, expires_at)"
                + " VALUES ($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11) ON CONFLICT (key_hash) DO NOTHING")
        .execute(tuple)
        .mapEmpty();
  }

  /// The key with this hash. Whether it is expired is told by the clock of the database, the only
  /// one that all nodes share.
  public Future<Optional<Found>> find(byte[] keyHash) {
    return client
        .preparedQuery(
            "SELECT c.*, c.created_at AS key_created_at, p.*, t.*,"
                + " coalesce(c.expires_at <= now(), false) AS expired"
                + " FROM credential c JOIN partner p USING (partner_id)"
                + " JOIN partner_terms t USING (partner_id, environment) WHERE c.key_hash = $1")
        .execute(Tuple.of(Buffer.buffer(keyHash)))
        .map(rows -> rows.stream().findFirst().map(CredentialStore::found));
  }

  /// All keys of a partner in one environment, the newest first, without tokens of sub-accounts.
  public Future<List<Credential>> list(String partnerId, Environment environment) {
    return client
        .preparedQuery(
            "SELECT *, created_at AS key_created_at FROM credential"
                + " WHERE partner_id = $1 AND environment = $2 AND sub_account_id IS NULL"
                + " ORDER BY created_at DESC, key_id")
        .execute(Tuple.of(partnerId, environment.name()))
        .map(rows -> rows.stream().map(CredentialStore::credential).toList());
  }

  /// Waits for the changes that run under a key of this partner, and lets none of the key commit
  /// after it.
  public Future<Void> revoke(byte[] keyHash) {
    return client.preparedQuery(REVOKE).execute(Tuple.of(Buffer.buffer(keyHash))).mapEmpty();
  }

  /// Forgets tokens of sub-accounts that expired before the given time, by the database's clock in
  /// any case; returns how many. Who shows one is told the same as before.
  public Future<Integer> prune(Instant before, int rowsMax) {
    return client
        .preparedQuery(
            "DELETE FROM credential WHERE key_hash IN (SELECT key_hash FROM credential"
                + " WHERE sub_account_id IS NOT NULL AND expires_at < least($1, now())"
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
        credential(row),
        PartnerStore.partner(row),
        PartnerStore.agreement(row),
        row.getBoolean("expired"));
  }

  private static Credential credential(Row row) {
    return new Credential(
        row.getBuffer("key_hash").getBytes(),
        row.getString("key_id"),
        row.getString("partner_id"),
        Environment.valueOf(row.getString("environment")),
        CredentialType.valueOf(row.getString("type")),
        row.getString("masked_key"),
        Set.of(row.getString("scopes").split(" ")),
        row.getInteger("generation"),
        row.getString("sub_account_id"),
        row.getOffsetDateTime("key_created_at").toInstant(),
        instant(row.getOffsetDateTime("last_used_at")),
        instant(row.getOffsetDateTime("expires_at")),
        instant(row.getOffsetDateTime("revoked_at")));
  }

  private static @Nullable Instant instant(@Nullable OffsetDateTime time) {
    return time == null ? null : time.toInstant();
  }
}
