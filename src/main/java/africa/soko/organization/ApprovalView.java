package africa.soko.organization;

import com.fasterxml.jackson.annotation.JsonRawValue;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// An approval as it is told.
///
/// @param result what the change answered; null as well where that is a secret and somebody else's
record ApprovalView(
    String approvalId,
    ApprovalKind kind,
    String operation,
    @JsonRawValue String details,
    Approval.Status status,
    String askedBy,
    Instant createdAt,
    Instant lapsesAt,
    @Nullable String decidedBy,
    @Nullable Instant decidedAt,
    @Nullable Integer resultStatus,
    @JsonRawValue @Nullable String result) {

  static ApprovalView of(Approval of, Instant now, @Nullable String result) {
    return new ApprovalView(
        of.approvalId(),
        of.kind(),
        of.operation(),
        of.details(),
        of.statusAt(now),
        of.askedBy(),
        of.createdAt(),
        of.lapsesAt(),
        of.decidedBy(),
        of.decidedAt(),
        of.resultStatus(),
        result);
  }
}
