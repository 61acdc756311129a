package africa.soko.certification;

import africa.soko.platform.db.Fields;
import africa.soko.platform.db.Key;
import africa.soko.platform.db.Table;
import com.fasterxml.jackson.annotation.JsonIgnore;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What a partner has asked for and been answered. A partner without a row is in progress.
///
/// @param note what the operator said to it
record Certification(
    @JsonIgnore String partnerId,
    Status status,
    @Nullable Instant requestedAt,
    @Nullable Instant decidedAt,
    @Nullable String note) {

  enum Status {
    IN_PROGRESS,
    REQUESTED,
    APPROVED,
    REJECTED
  }

  static final Table<Certification> TABLE =
      Table.<Certification>named("platform.certification")
          .key("partner_id", Certification::partnerId)
          .constant("status", Certification::status)
          .instant("requested_at", Certification::requestedAt)
          .instant("decided_at", Certification::decidedAt)
          .text("note", Certification::note)
          .readBy(Certification::read);

  static Certification read(Fields row) {
    return new Certification(
        row.text("partner_id"),
        row.constant("status", Status.class),
        row.maybeInstant("requested_at"),
        row.maybeInstant("decided_at"),
        row.maybeText("note"));
  }

  static Certification begun(String partnerId) {
    return new Certification(partnerId, Status.IN_PROGRESS, null, null, null);
  }

  static Key key(String partnerId) {
    return Key.of(partnerId);
  }

  Certification requested(Instant at) {
    return new Certification(partnerId, Status.REQUESTED, at, null, null);
  }

  Certification decided(Status answer, Instant at, @Nullable String said) {
    return new Certification(partnerId, answer, requestedAt, at, said);
  }

  /// Whether the partner still works on it.
  @JsonIgnore
  boolean isOpen() {
    return status == Status.IN_PROGRESS || status == Status.REJECTED;
  }
}
