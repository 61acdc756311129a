package africa.soko.organization;

import africa.soko.edge.Environment;
import africa.soko.platform.db.Group;
import africa.soko.platform.db.Key;
import africa.soko.platform.db.Table;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A change that a member has asked for, and that waits for the consent of somebody else.
///
/// @param operation what was asked for, as the contract names it
/// @param details what whoever consents is shown, as JSON
/// @param request the parameters of the path and the body, sealed; null once they are not needed
/// @param askedBy the member
/// @param decidedBy a member or a key
/// @param resultStatus the HTTP status of what the change answered
/// @param result what it answered, sealed
record Approval(
    String partnerId,
    String approvalId,
    Environment environment,
    ApprovalKind kind,
    String operation,
    String details,
    @Nullable Buffer request,
    String askedBy,
    Status status,
    Instant createdAt,
    Instant lapsesAt,
    @Nullable String decidedBy,
    @Nullable Instant decidedAt,
    @Nullable Integer resultStatus,
    @Nullable Buffer result,
    boolean isSecret) {

  /// How long one waits.
  static final Duration WAITS = Duration.ofDays(7);

  /// How long what was agreed to can be run once more after a fault: shorter than the answer is
  /// known by which that is told.
  static final Duration RUNS = Duration.ofHours(23);

  enum Status {
    PENDING,
    /// Agreed to, and on its way.
    APPROVED,
    EXECUTED,
    /// Agreed to, and refused by a rule.
    FAILED,
    REJECTED,
    LAPSED
  }

  static final Table<Approval> TABLE =
      Table.<Approval>named("platform.approval")
          .key("partner_id", Approval::partnerId)
          .key("approval_id", Approval::approvalId)
          .constant("environment", Approval::environment)
          .constant("kind", Approval::kind)
          .text("operation", Approval::operation)
          .text("details", Approval::details)
          .text("asked_by", Approval::askedBy)
          .instant("created_at", Approval::createdAt)
          .instant("lapses_at", Approval::lapsesAt)
          .fixed()
          .bytes("request", Approval::request)
          .constant("status", Approval::status)
          .text("decided_by", Approval::decidedBy)
          .instant("decided_at", Approval::decidedAt)
          .integer("result_status", Approval::resultStatus)
          .bytes("result", Approval::result)
          .flag("secret", Approval::isSecret)
          .readBy(
              row ->
                  new Approval(
                      row.text("partner_id"),
                      row.text("approval_id"),
                      row.constant("environment", Environment.class),
                      row.constant("kind", ApprovalKind.class),
                      row.text("operation"),
                      row.text("details"),
                      row.maybeBytes("request"),
                      row.text("asked_by"),
                      row.constant("status", Status.class),
                      row.instant("created_at"),
                      row.instant("lapses_at"),
                      row.maybeText("decided_by"),
                      row.maybeInstant("decided_at"),
                      row.maybeInteger("result_status"),
                      row.maybeBytes("result"),
                      row.flag("secret")));

  /// Those of an organisation that wait.
  static final Group<Approval> PENDING =
      new Group<>(
          TABLE,
          List.of("partner_id"),
          "status NOT IN ('APPROVED', 'EXECUTED', 'FAILED', 'REJECTED', 'LAPSED')",
          one -> Key.of(one.partnerId));

  static Key key(String partnerId, String approvalId) {
    return Key.of(partnerId, approvalId);
  }

  /// As it is at a time.
  Status statusAt(Instant now) {
    return status == Status.PENDING && !now.isBefore(lapsesAt) ? Status.LAPSED : status;
  }

  /// What its texts are sealed for.
  String context() {
    return "approval " + approvalId;
  }

  Approval asking(Buffer sealed) {
    return with(status, sealed, decidedBy, decidedAt, resultStatus, result, isSecret);
  }

  Approval decided(Status decision, String by, Instant now) {
    return with(decision, decision == Status.APPROVED ? request : null, by, now, null, null, false);
  }

  Approval answered(int answer, @Nullable Buffer sealed, boolean secret) {
    var outcome = answer < 300 ? Status.EXECUTED : Status.FAILED;
    return with(outcome, null, decidedBy, decidedAt, answer, sealed, secret);
  }

  private Approval with(
      Status newStatus,
      @Nullable Buffer newRequest,
      @Nullable String by,
      @Nullable Instant at,
      @Nullable Integer answer,
      @Nullable Buffer sealed,
      boolean secret) {
    return new Approval(
        partnerId,
        approvalId,
        environment,
        kind,
        operation,
        details,
        newRequest,
        askedBy,
        newStatus,
        createdAt,
        lapsesAt,
        by,
        at,
        answer,
        sealed,
        secret);
  }
}
