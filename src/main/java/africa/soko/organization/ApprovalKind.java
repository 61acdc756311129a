package africa.soko.organization;

import africa.soko.edge.Query;
import java.util.EnumSet;
import java.util.Map;

/// What a change is to the policy of an organisation, by the `x-soko-approval` of its operation.
enum ApprovalKind {
  KEY_ROTATE,
  KEY_REVOKE,
  SECURITY_POLICY,
  MEMBER_ROLE,
  WITHDRAWAL,
  /// The policy of the organisation itself: it needs consent wherever anything does.
  ORGANIZATION_POLICY;

  /// Those that a policy may name.
  static final Map<String, ApprovalKind> NAMED =
      Query.named(EnumSet.complementOf(EnumSet.of(ORGANIZATION_POLICY)));
}
