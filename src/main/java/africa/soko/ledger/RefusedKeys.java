package africa.soko.ledger;

import africa.soko.access.Ancestry;
import africa.soko.access.Rights;
import africa.soko.edge.ErrorCode;
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
import org.jspecify.annotations.Nullable;

/// Which credentials, that were let in once, no longer count, or no longer for what they were shown
/// for.
public final class RefusedKeys {
  private static final String REFUSED =
      """
      SELECT s.key_id, s.rules_version, s.member_id, c.type = 'DATA' AS data,
             %2$s AS revoked,
             coalesce(%1$s <= now(), c.key_id IS NULL) AS ended,
             coalesce(p.status = 'SUSPENDED', false) AS suspended,
             coalesce(a.version, 0) <> s.rules_version AS changed,
             %3$s
      FROM unnest($1::text[], $2::int[], $3::text[]) AS s(key_id, rules_version, member_id)
      LEFT JOIN platform.credential c USING (key_id)
      %4$s
      LEFT JOIN platform.partner p ON p.partner_id = c.partner_id
      LEFT JOIN platform.partner_access a ON a.partner_id = c.partner_id
      %5$s
      WHERE c.key_id IS NULL OR %2$s OR %1$s <= now() OR p.status = 'SUSPENDED'
        OR coalesce(a.version, 0) <> s.rules_version
        OR coalesce(s.member_id, c.member_id) IS NOT NULL
      """
          .formatted(
              Ancestry.ENDS_AT,
              Ancestry.IS_REVOKED,
              Rights.COLUMNS,
              Ancestry.JOINS,
              Rights.joins("coalesce(s.member_id, c.member_id)"));

  private RefusedKeys() {}

  /// What a credential was shown for.
  ///
  /// @param memberId on whose behalf, or null where only the credential says that
  /// @param scope what it needs, or null where nothing is asked for
  /// @param policy the revision of the organisation's policy that was gone by, or null
  public record Use(
      ShownKey key, @Nullable String memberId, @Nullable String scope, @Nullable Integer policy) {
    private Who who() {
      return new Who(key, memberId);
    }
  }

  private record Who(ShownKey key, @Nullable String memberId) {}

  /// Why each of them is refused that is. One that was let in by rules that have changed since is
  /// SERVICE_UNAVAILABLE: whoever shows it once more is judged by those that hold.
  public static Future<Map<Use, Refused>> among(SqlClient client, Collection<Use> uses) {
    var all = uses.stream().map(Use::who).distinct().toList();
    return client
        .preparedQuery(REFUSED)
        .execute(
            Tuple.tuple()
                .addValue(all.stream().map(who -> who.key.keyId()).toArray(String[]::new))
                .addValue(all.stream().map(who -> who.key.rulesVersion()).toArray(Integer[]::new))
                .addValue(all.stream().map(Who::memberId).toArray(String[]::new)))
        .map(
            rows -> {
              var found = new HashMap<Who, Fields>();
              for (var row : rows) {
                var fields = new Fields(row);
                var key = new ShownKey(fields.text("key_id"), fields.integer("rules_version"));
                found.put(new Who(key, fields.maybeText("member_id")), fields);
              }
              return refused(found, uses);
            });
  }

  private static Map<Use, Refused> refused(Map<Who, Fields> found, Collection<Use> uses) {
    var refused = new HashMap<Use, Refused>();
    for (var one : uses) {
      var row = found.get(one.who());
      var reason = row == null ? null : reason(row, one);
      if (reason != null) refused.put(one, reason);
    }
    return refused;
  }

  private static @Nullable Refused reason(Fields row, Use use) {
    if (row.flag("ended")) return KeyRefusals.unknown();
    if (row.flag("revoked")) {
      return row.flag("data") ? KeyRefusals.unknown() : KeyRefusals.revoked();
    }
    if (row.flag("suspended")) return KeyRefusals.suspended();
    if (row.flag("changed")) return KeyRefusals.rulesChanged();
    var rights = Rights.read(row);
    if (rights == null || !rights.isActive()) return KeyRefusals.noMember();
    var scope = use.scope;
    if (scope != null && !rights.allows(scope)) return KeyRefusals.lacks(scope);
    return use.policy == null || use.policy == row.integer("policy_revision")
        ? null
        : Refused.of(
            ErrorCode.CONFLICT, "The organisation's policy has changed meanwhile; ask again");
  }
}
