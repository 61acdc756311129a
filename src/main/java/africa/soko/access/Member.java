package africa.soko.access;

import africa.soko.platform.db.Fields;
import africa.soko.platform.db.Group;
import africa.soko.platform.db.Key;
import africa.soko.platform.db.Table;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Somebody who acts for an organisation, or is asked to.
///
/// @param identitySubject issuer and subject of who it is, once that is known
/// @param invitedBy the credential or the member that asked; null for who was there at first
/// @param lapsesAt until when an invitation stands; null once it was taken up
public record Member(
    String partnerId,
    String memberId,
    String email,
    Role role,
    Status status,
    @Nullable String identitySubject,
    @Nullable String invitedBy,
    Instant createdAt,
    @Nullable Instant lapsesAt,
    @Nullable Instant joinedAt) {

  /// How long an invitation stands.
  public static final Duration INVITED = Duration.ofDays(7);

  public enum Status {
    INVITED,
    ACTIVE,
    SUSPENDED,
    REMOVED
  }

  public static final Table<Member> TABLE =
      Table.<Member>named("platform.member")
          .key("partner_id", Member::partnerId)
          .key("member_id", Member::memberId)
          .text("email", Member::email)
          .text("invited_by", Member::invitedBy)
          .instant("created_at", Member::createdAt)
          .fixed()
          .constant("role", Member::role)
          .constant("status", Member::status)
          .text("identity_subject", Member::identitySubject)
          .instant("lapses_at", Member::lapsesAt)
          .instant("joined_at", Member::joinedAt)
          .readBy(Member::read);

  /// All of an organisation who were not removed.
  public static final Group<Member> ALL =
      new Group<>(
          TABLE, List.of("partner_id"), "status <> 'REMOVED'", member -> Key.of(member.partnerId));

  public static Key key(String partnerId, String memberId) {
    return Key.of(partnerId, memberId);
  }

  public static Member read(Fields row) {
    return new Member(
        row.text("partner_id"),
        row.text("member_id"),
        row.text("email"),
        row.constant("role", Role.class),
        row.constant("status", Status.class),
        row.maybeText("identity_subject"),
        row.maybeText("invited_by"),
        row.instant("created_at"),
        row.maybeInstant("lapses_at"),
        row.maybeInstant("joined_at"));
  }

  public boolean isActive() {
    return status == Status.ACTIVE;
  }

  /// Whether the invitation counts no more.
  public boolean hasLapsed(Instant now) {
    return status == Status.INVITED && lapsesAt != null && !now.isBefore(lapsesAt);
  }

  public Member with(Role newRole, Status newStatus) {
    return new Member(
        partnerId,
        memberId,
        email,
        newRole,
        newStatus,
        identitySubject,
        invitedBy,
        createdAt,
        lapsesAt,
        joinedAt);
  }
}
