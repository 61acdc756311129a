package africa.soko.ledger;

import africa.soko.access.Rights;
import africa.soko.edge.KeyRefusals;
import africa.soko.edge.Refused;
import africa.soko.platform.db.Fields;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Which credentials, that were let in once, no longer count, or no longer for what they were shown
/// for.
public final class RefusedKeys {
  // A token ends, and is revoked, with the key that it was made from.
  private static final String REFUSED =
      """
      SELECT s.key_id, c.type = 'DATA' AS data,
             coalesce(c.revoked_at, k.revoked_at) IS NOT NULL AS revoked,
             coalesce(least(c.expires_at, k.expires_at) <= now(), c.key_id IS NULL) AS ended,
             p.status = 'SUSPENDED' AS suspended,
             %s
      FROM unnest($1::text[]) AS s(key_id)
      LEFT JOIN platform.credential c USING (key_id)
      LEFT JOIN platform.credential k ON c.token AND k.key_id = c.parent_key_id
      LEFT JOIN platform.partner p ON p.partner_id = c.partner_id
      %s
      WHERE c.key_id IS NULL OR coalesce(c.revoked_at, k.revoked_at) IS NOT NULL
        OR least(c.expires_at, k.expires_at) <= now() OR p.status = 'SUSPENDED'
        OR c.member_id IS NOT NULL
      """
          .formatted(Rights.COLUMNS, Rights.JOINS);

  private RefusedKeys() {}

  /// A credential that was shown.
  ///
  /// @param scope what for, or null where nothing is asked for
  public record Shown(String keyId, @Nullable String scope) {}

  /// Why each of them is refused that is.
  public static Future<Map<Shown, Refused>> among(SqlClient client, Collection<Shown> shown) {
    var keyIds = shown.stream().map(Shown::keyId).distinct().toArray(String[]::new);
    return client
        .preparedQuery(REFUSED)
        .execute(Tuple.tuple().addValue(keyIds))
        .map(
            rows -> {
              var found = new HashMap<String, Fields>();
              for (var row : rows) found.put(row.getString("key_id"), new Fields(row));
              return refused(found, shown);
            });
  }

  private static Map<Shown, Refused> refused(Map<String, Fields> found, Collection<Shown> shown) {
    var refused = new HashMap<Shown, Refused>();
    for (var one : shown) {
      var row = found.get(one.keyId);
      var reason = row == null ? null : reason(row, one.scope);
      if (reason != null) refused.put(one, reason);
    }
    return refused;
  }

  private static @Nullable Refused reason(Fields row, @Nullable String scope) {
    if (row.flag("ended")) return KeyRefusals.unknown();
    if (row.flag("revoked")) {
      return row.flag("data") ? KeyRefusals.unknown() : KeyRefusals.revoked();
    }
    if (row.flag("suspended")) return KeyRefusals.suspended();
    var rights = Objects.requireNonNull(Rights.read(row));
    if (!rights.isActive()) return KeyRefusals.noMember();
    return scope == null || rights.allows(scope) ? null : KeyRefusals.lacks(scope);
  }
}
