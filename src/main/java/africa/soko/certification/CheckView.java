package africa.soko.certification;

import africa.soko.feature.Check;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A check as the partner and the operator see it.
record CheckView(
    String checkId,
    String title,
    Kind kind,
    CheckState.Status status,
    @Nullable String evidenceUrl,
    @Nullable String notes,
    @Nullable Instant updatedAt) {

  enum Kind {
    AUTOMATIC,
    PARTNER
  }

  static CheckView of(OwnCheck check, @Nullable CheckState state) {
    return of(check.checkId(), check.title(), Kind.PARTNER, state);
  }

  static CheckView of(Check check, @Nullable CheckState state) {
    return of(check.checkId(), check.title(), Kind.AUTOMATIC, state);
  }

  private static CheckView of(String checkId, String title, Kind kind, @Nullable CheckState state) {
    return state == null
        ? new CheckView(checkId, title, kind, CheckState.Status.PENDING, null, null, null)
        : new CheckView(
            checkId,
            title,
            kind,
            state.status(),
            state.evidenceUrl(),
            state.notes(),
            state.updatedAt());
  }
}
