package africa.soko.organization;

import africa.soko.access.Member;
import africa.soko.access.MemberStore;
import africa.soko.access.Role;
import africa.soko.edge.Answer;
import africa.soko.edge.Call;
import africa.soko.edge.Consent.Stake;
import africa.soko.edge.Contract;
import africa.soko.edge.ErrorCode;
import africa.soko.edge.Input;
import africa.soko.edge.Refused;
import africa.soko.ledger.Command;
import africa.soko.ledger.Ledger;
import io.vertx.core.Future;
import java.util.List;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The operations on members and their roles.
final class MemberRoutes {
  private static final Roles ROLES = new Roles(Stream.of(Role.values()).map(RoleView::of).toList());

  private static final String MEMBER = "memberId";

  private final Ledger ledger;
  private final MemberStore members;
  private final Runnable changed;

  record RoleView(Role role, String description, SortedSet<String> permissions) {
    static RoleView of(Role role) {
      return new RoleView(role, role.description(), new TreeSet<>(role.permissions()));
    }
  }

  record Roles(List<RoleView> roles) {}

  record Members(List<MemberView> members) {}

  record Invitation(String email, Role role) {}

  /// What a member can be made by hand.
  enum Settable {
    ACTIVE,
    SUSPENDED
  }

  /// What whoever consents to a change is shown.
  record Changed(String memberId, @Nullable Role role, @Nullable Settable status) {}

  record Change(@Nullable Role role, @Nullable Settable status) {
    ChangeMember of(String partnerId, Actor by, String memberId) {
      if (role == null && status == null) {
        throw Refused.of(ErrorCode.VALIDATION_ERROR, "Nothing is to change").asException();
      }
      var wanted = status == null ? null : Member.Status.valueOf(status.name());
      return new ChangeMember(partnerId, by, memberId, role, wanted);
    }
  }

  /// @param changed called when it may have changed what sessions may do
  MemberRoutes(Ledger ledger, MemberStore members, Runnable changed) {
    this.ledger = ledger;
    this.members = members;
    this.changed = changed;
  }

  void bind(Contract contract) {
    contract.read("listRoles", _ -> Future.succeededFuture(Answer.ok(ROLES)));
    contract.read("listMembers", this::list);
    contract.read("getMember", this::get);
    contract.change("inviteMember", this::invite, this::invited);
    contract.change("changeMember", this::change, this::changed);
    contract.change("removeMember", this::remove);
  }

  private Future<Answer> list(Call call) {
    return members
        .list(call.caller().partnerId())
        .map(
            all ->
                Answer.ok(
                    new Members(all.stream().map(m -> MemberView.of(m, call.now())).toList())));
  }

  private Future<Answer> get(Call call) {
    var memberId = call.path(MEMBER);
    return members
        .list(call.caller().partnerId())
        .map(
            all ->
                all.stream()
                    .filter(member -> member.memberId().equals(memberId))
                    .findFirst()
                    .map(member -> Answer.ok(MemberView.of(member, call.now())))
                    .orElseThrow(
                        () -> Refused.of(ErrorCode.NOT_FOUND, "No such member").asException()));
  }

  private Future<Answer> invite(Call call) {
    var asked = call.body(Invitation.class);
    var email = Objects.requireNonNull(Input.email(asked.email));
    var caller = call.caller();
    return send(call, new InviteMember(caller.partnerId(), Actor.of(caller), email, asked.role));
  }

  private Stake invited(Call call) {
    var asked = call.body(Invitation.class);
    Input.email(asked.email);
    return Stake.of(asked);
  }

  /// To suspend somebody waits for nobody.
  private Stake changed(Call call) {
    var asked = call.body(Change.class);
    var change = asked.of(call.caller().partnerId(), Actor.of(call.caller()), call.path(MEMBER));
    if (asked.role == null && asked.status == Settable.SUSPENDED) return Stake.none();
    return Stake.of(new Changed(change.memberId(), asked.role, asked.status));
  }

  private Future<Answer> change(Call call) {
    var caller = call.caller();
    var asked = call.body(Change.class);
    return send(call, asked.of(caller.partnerId(), Actor.of(caller), call.path(MEMBER)));
  }

  private Future<Answer> remove(Call call) {
    var caller = call.caller();
    return send(call, new RemoveMember(caller.partnerId(), Actor.of(caller), call.path(MEMBER)));
  }

  private Future<Answer> send(Call call, Command command) {
    return ledger.send(command, call.origin()).onComplete(_ -> changed.run());
  }
}
