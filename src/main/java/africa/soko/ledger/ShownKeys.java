package africa.soko.ledger;

import africa.soko.edge.Caller;
import africa.soko.edge.Refused;
import africa.soko.edge.ShownKey;
import africa.soko.ledger.RefusedKeys.Use;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The keys that the commands of a batch came with. The edge has let them in a moment ago; whether
/// they still count is seen once more under a lock that whoever revokes a key or suspends a partner
/// takes for himself, so that no change commits after he was answered (DECISIONS 3).
final class ShownKeys {
  /// Shared by all batches of a partner; a change of its keys takes it alone.
  static final String LOCK =
      """
      SELECT CASE WHEN alone
        THEN pg_advisory_xact_lock(hashtextextended('keys of ' || partner_id, 0))
        ELSE pg_advisory_xact_lock_shared(hashtextextended('keys of ' || partner_id, 0)) END
      FROM unnest($1::text[], $2::boolean[]) AS p(partner_id, alone)
      """;

  private final Set<Use> uses = new LinkedHashSet<>();

  /// The partners, and whether their keys are changed.
  private final SortedMap<String, Boolean> partners = new TreeMap<>();

  private final Map<Use, Refused> refused = new HashMap<>();

  void add(Submission submission) {
    if (submission.origin().who() instanceof Caller caller) {
      uses.add(use(caller, submission));
      partners.putIfAbsent(caller.partnerId(), false);
    }
    if (submission.command().changesKeys()) {
      partners.put(submission.command().partnerId(), true);
    }
  }

  boolean isEmpty() {
    return partners.isEmpty();
  }

  Collection<Use> uses() {
    return uses;
  }

  Collection<String> partnerIds() {
    return partners.keySet();
  }

  /// For each of the partners, whether their keys are changed.
  Collection<Boolean> alone() {
    return partners.values();
  }

  void refuse(Map<Use, Refused> found) {
    refused.putAll(found);
  }

  /// Why a command may not be run any more, or null.
  @Nullable Refused refusal(Submission submission) {
    return submission.origin().who() instanceof Caller caller
        ? refused.get(use(caller, submission))
        : null;
  }

  private static Use use(Caller caller, Submission submission) {
    var origin = submission.origin();
    var memberId = caller instanceof Caller.Session session ? session.memberId() : null;
    return new Use(ShownKey.of(caller), memberId, origin.scope(), origin.policy());
  }
}
