package africa.soko.ledger;

import africa.soko.access.Rights;
import africa.soko.edge.ErrorCode;
import africa.soko.edge.KeyRefusals;
import africa.soko.edge.Refused;
import africa.soko.platform.db.Fields;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Which credentials, that were let in once, no longer count, or no longer for what they were shown
/// for.
public final class RefusedKeys {
  // A token ends, and is revoked, with the key that it was made from.
  private static final String REFUSED =
      """
      SELECT s.key_id, s.member_id, c.type = 'DATA' AS data,
             coalesce(c.revoked_at, k.revoked_at) IS NOT NULL AS revoked,
             coalesce(least(c.expires_at, k.expires_at) <= now(), c.key_id IS NULL) AS ended,
             p.status = 'SUSPENDED' AS suspended,
             %s
      FROM unnest($1::text[], $2::text[]) AS s(key_id, member_id)
      LEFT JOIN platform.credential c USING (key_id)
      LEFT JOIN platform.credential k ON c.token AND k.key_id = c.parent_key_id
      LEFT JOIN platform.partner p ON p.partner_id = c.partner_id
      %s
      WHERE c.key_id IS NULL OR coalesce(c.revoked_at, k.revoked_at) IS NOT NULL
        OR least(c.expires_at, k.expires_at) <= now() OR p.status = 'SUSPENDED'
        OR coalesce(s.member_id, c.member_id) IS NOT NULL
      """
          .formatted(Rights.COLUMNS, Rights.joins("coalesce(s.member_id, c.member_id)"));

  private RefusedKeys() {}

  /// A credential that was shown.
  ///
  /// @param memberId on whose behalf, or null where only the credential says that
  /// @param scope what for, or null where nothing is asked for
  /// @param policy the revision of the organisation's policy that was gone by, or null
  public record Shown(
      String keyId, @Nullable String memberId, @Nullable String scope, @Nullable Integer policy) {
    private Who who() {
      return new Who(keyId, memberId);
    }
  }

  private record Who(String keyId, @Nullable String memberId) {}

  /// Why each of them is refused that is.
  public static Future<Map<Shown, Refused>> among(SqlClient client, Collection<Shown> shown) {
    var all = shown.stream().map(Shown::who).distinct().toList();
    return client
        .preparedQuery(REFUSED)
        .execute(
            Tuple.tuple()
                .addValue(all.stream().map(Who::keyId).toArray(String[]::new))
                .addValue(all.stream().map(Who::memberId).toArray(String[]::new)))
        .map(
            rows -> {
              var found = new HashMap<Who, Fields>();
              for (var row : rows) {
                var who = new Who(row.getString("key_id"), row.getString("member_id"));
                found.put(who, new Fields(row));
              }
              return refused(found, shown);
            });
  }

  private static Map<Shown, Refused> refused(Map<Who, Fields> found, Collection<Shown> shown) {
    var refused = new HashMap<Shown, Refused>();
    for (var one : shown) {
      var row = found.get(one.who());
      var reason = row == null ? null : reason(row, one);
      if (reason != null) refused.put(one, reason);
    }
    return refused;
  }

  private static @Nullable Refused reason(Fields row, Shown shown) {
    if (row.flag("ended")) return KeyRefusals.unknown();
    if (row.flag("revoked")) {
      return row.flag("data") ? KeyRefusals.unknown() : KeyRefusals.revoked();
    }
    if (row.flag("suspended")) return KeyRefusals.suspended();
    var rights = Rights.read(row);
    if (rights == null || !rights.isActive()) return KeyRefusals.noMember();
    var scope = shown.scope;
    if (scope != null && !rights.allows(scope)) return KeyRefusals.lacks(scope);
    return shown.policy == null || shown.policy == row.integer("policy_revision")
        ? null
        : Refused.of(
            ErrorCode.CONFLICT, "The organisation's policy has changed meanwhile; ask again");
  }
}
