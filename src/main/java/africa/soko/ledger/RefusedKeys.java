package africa.soko.ledger;

import africa.soko.edge.KeyRefusals;
import africa.soko.edge.Refused;
import africa.soko.edge.ShownKey;
import africa.soko.platform.db.Fields;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/// Which credentials, that were let in once, no longer count.
public final class RefusedKeys {
  // A token ends, and is revoked, with the key that it was made from.
  private static final String REFUSED =
      """
      SELECT s.key_id, s.rules_version, c.type = 'DATA' AS data,
             coalesce(c.revoked_at, k.revoked_at) IS NOT NULL AS revoked,
             coalesce(least(c.expires_at, k.expires_at) <= now(), c.key_id IS NULL) AS ended,
             coalesce(p.status = 'SUSPENDED', false) AS suspended
      FROM unnest($1::text[], $2::int[]) AS s(key_id, rules_version)
      LEFT JOIN platform.credential c USING (key_id)
      LEFT JOIN platform.credential k ON c.token AND k.key_id = c.parent_key_id
      LEFT JOIN platform.partner p ON p.partner_id = c.partner_id
      LEFT JOIN platform.partner_access a ON a.partner_id = c.partner_id
      WHERE c.key_id IS NULL OR coalesce(c.revoked_at, k.revoked_at) IS NOT NULL
        OR least(c.expires_at, k.expires_at) <= now() OR p.status = 'SUSPENDED'
        OR coalesce(a.version, 0) <> s.rules_version
      """;

  private RefusedKeys() {}

  /// Why each of them is refused that is. One that was let in by rules that have changed since is
  /// SERVICE_UNAVAILABLE: whoever shows it once more is judged by those that hold.
  public static Future<Map<ShownKey, Refused>> among(SqlClient client, Collection<ShownKey> keys) {
    var tuple =
        Tuple.tuple()
            .addValue(keys.stream().map(ShownKey::keyId).toArray(String[]::new))
            .addValue(keys.stream().map(ShownKey::rulesVersion).toArray(Integer[]::new));
    return client
        .preparedQuery(REFUSED)
        .execute(tuple)
        .map(
            rows -> {
              var refused = new HashMap<ShownKey, Refused>();
              for (var row : rows) {
                var fields = new Fields(row);
                var key = new ShownKey(fields.text("key_id"), fields.integer("rules_version"));
                refused.put(key, reason(fields));
              }
              return refused;
            });
  }

  private static Refused reason(Fields row) {
    if (row.flag("ended")) return KeyRefusals.unknown();
    if (row.flag("revoked"))
      return row.flag("data") ? KeyRefusals.unknown() : KeyRefusals.revoked();
    return row.flag("suspended") ? KeyRefusals.suspended() : KeyRefusals.rulesChanged();
  }
}
