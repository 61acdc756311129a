package africa.soko.certification;

import africa.soko.platform.db.Fields;
import africa.soko.platform.db.Group;
import africa.soko.platform.db.Key;
import africa.soko.platform.db.Table;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How far a partner is with one check. A check without a row is pending.
record CheckState(
    String partnerId,
    String checkId,
    Status status,
    @Nullable String evidenceUrl,
    @Nullable String notes,
    Instant updatedAt) {

  enum Status {
    PENDING,
    IN_PROGRESS,
    PASSED
  }

  static final Table<CheckState> TABLE =
      Table.<CheckState>named("platform.certification_check")
          .key("partner_id", CheckState::partnerId)
          .key("check_id", CheckState::checkId)
          .constant("status", CheckState::status)
          .text("evidence_url", CheckState::evidenceUrl)
          .text("notes", CheckState::notes)
          .instant("updated_at", CheckState::updatedAt)
          .readBy(CheckState::read);

  static final Group<CheckState> ALL =
      new Group<>(TABLE, List.of("partner_id"), "true", state -> Key.of(state.partnerId));

  static CheckState read(Fields row) {
    return new CheckState(
        row.text("partner_id"),
        row.text("check_id"),
        row.constant("status", Status.class),
        row.maybeText("evidence_url"),
        row.maybeText("notes"),
        row.instant("updated_at"));
  }

  boolean isPassed() {
    return status == Status.PASSED;
  }
}
