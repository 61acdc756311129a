package africa.soko.ledger;

import africa.soko.edge.KeyRefusals;
import africa.soko.edge.Refused;
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
      SELECT s.key_id, c.type = 'DATA' AS data,
             coalesce(c.revoked_at, k.revoked_at) IS NOT NULL AS revoked,
             coalesce(least(c.expires_at, k.expires_at) <= now(), c.key_id IS NULL) AS ended
      FROM unnest($1::text[]) AS s(key_id)
      LEFT JOIN platform.credential c USING (key_id)
      LEFT JOIN platform.credential k ON c.token AND k.key_id = c.parent_key_id
      LEFT JOIN platform.partner p ON p.partner_id = c.partner_id
      WHERE c.key_id IS NULL OR coalesce(c.revoked_at, k.revoked_at) IS NOT NULL
        OR least(c.expires_at, k.expires_at) <= now() OR p.status = 'SUSPENDED'
      """;

  private RefusedKeys() {}

  /// Why each of them is refused that is, by its id.
  public static Future<Map<String, Refused>> among(SqlClient client, Collection<String> keyIds) {
    return client
        .preparedQuery(REFUSED)
        .execute(Tuple.tuple().addValue(keyIds.toArray(String[]::new)))
        .map(
            rows -> {
              var refused = new HashMap<String, Refused>();
              for (var row : rows) refused.put(row.getString("key_id"), reason(new Fields(row)));
              return refused;
            });
  }

  private static Refused reason(Fields row) {
    if (row.flag("ended")) return KeyRefusals.unknown();
    if (!row.flag("revoked")) return KeyRefusals.suspended();
    return row.flag("data") ? KeyRefusals.unknown() : KeyRefusals.revoked();
  }
}
