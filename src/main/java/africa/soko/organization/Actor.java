package africa.soko.organization;

import africa.soko.access.Member;
import africa.soko.access.Role;
import africa.soko.edge.Caller;
import africa.soko.edge.ErrorCode;
import africa.soko.edge.Refused;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Who asks for something in an organisation: a member by a session, or whoever holds a key.
///
/// @param id the member, or the key
/// @param scopes of the key; those of a session follow from its member
record Actor(String id, boolean isMember, Set<String> scopes) {

  static Actor of(Caller caller) {
    return caller instanceof Caller.Session session
        ? new Actor(session.memberId(), true, session.scopes())
        : new Actor(caller.keyId(), false, caller.scopes());
  }

  /// Why a role is not his to give or to take, or null if it is. A key stands for the organisation,
  /// as far as its scopes go.
  @Nullable Refused cannotGive(Role role, List<Member> members) {
    var may =
        isMember
            ? members.stream().anyMatch(m -> m.memberId().equals(id) && m.role().gives(role))
            : scopes.containsAll(role.permissions());
    return may
        ? null
        : Refused.of(ErrorCode.FORBIDDEN, "The role %s is not yours to give or to take", role);
  }
}
