package africa.soko.ledger;

import africa.soko.edge.Caller;
import africa.soko.edge.KeyRefusals;
import africa.soko.edge.Refused;
import africa.soko.platform.db.Fields;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The keys that the commands of a batch came with. The edge has let them in a moment ago; whether
/// they still count is seen once more under a lock that whoever revokes a key or suspends a partner
/// takes for himself, so that no change commits after he was answered (DECISIONS 3).
final class ShownKeys {
  /// Shared by all batches of a partner; a revocation takes it alone.
  static final String LOCK =
      "SELECT pg_advisory_xact_lock_shared(hashtextextended('keys of ' || p, 0))"
          + " FROM unnest($1::text[]) AS p";

  // A statement of its own: it sees what was committed while the lock was waited for.
  static final String REFUSED =
      """
      SELECT k.key_id, c.type = 'DATA' AS data, c.revoked_at IS NOT NULL AS revoked,
             p.status = 'SUSPENDED' AS suspended,
             coalesce(c.expires_at <= now(), c.key_id IS NULL) AS ended
      FROM unnest($1::text[]) AS k(key_id)
      LEFT JOIN platform.credential c USING (key_id)
      LEFT JOIN platform.partner p USING (partner_id)
      WHERE c.key_id IS NULL OR c.revoked_at IS NOT NULL OR c.expires_at <= now()
        OR p.status = 'SUSPENDED'
      """;

  private final SortedMap<String, String> partnerOf = new TreeMap<>();
  private final Map<String, Refused> refused = new HashMap<>();

  void add(Submission submission) {
    if (submission.origin().who() instanceof Caller caller) {
      partnerOf.put(caller.keyId(), caller.partnerId());
    }
  }

  boolean isEmpty() {
    return partnerOf.isEmpty();
  }

  Collection<String> keyIds() {
    return partnerOf.keySet();
  }

  Collection<String> partnerIds() {
    return partnerOf.values().stream().sorted().distinct().toList();
  }

  void refuse(Fields row) {
    refused.put(row.text("key_id"), reason(row));
  }

  private static Refused reason(Fields row) {
    if (row.flag("ended")) return KeyRefusals.unknown();
    if (!row.flag("revoked")) return KeyRefusals.suspended();
    return row.flag("data") ? KeyRefusals.unknown() : KeyRefusals.revoked();
  }

  /// Why a command may not be run any more, or null.
  @Nullable Refused refusal(Submission submission) {
    return submission.origin().who() instanceof Caller caller ? refused.get(caller.keyId()) : null;
  }
}
