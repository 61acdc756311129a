package africa.soko.certification;

import africa.soko.edge.ErrorCode;
import africa.soko.ledger.Book;
import africa.soko.ledger.Command;
import africa.soko.ledger.Decision;
import africa.soko.ledger.Needs;
import africa.soko.platform.db.Key;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Says how far a partner is with a check of its own; what is null stays as it is.
record UpdateCheck(
    String partnerId,
    OwnCheck check,
    CheckState.@Nullable Status status,
    @Nullable String evidenceUrl,
    @Nullable String notes)
    implements Command {

  @Override
  public void needs(Needs needs) {
    needs.maybe(Certification.TABLE, Certification.key(partnerId));
    needs.maybe(CheckState.TABLE, key());
  }

  @Override
  public Decision decide(Book book) {
    var asked = book.find(Certification.TABLE, Certification.key(partnerId));
    if (asked != null && !asked.isOpen()) {
      return Decision.declined(
          ErrorCode.CONFLICT, "The certification is %s", asked.status().name());
    }
    var now = book.realNow();
    var before = book.find(CheckState.TABLE, key());
    if (before == null) {
      before =
          new CheckState(partnerId, check.checkId(), CheckState.Status.PENDING, null, null, now);
    }
    var state =
        new CheckState(
            partnerId,
            check.checkId(),
            Objects.requireNonNullElse(status, before.status()),
            evidenceUrl == null ? before.evidenceUrl() : evidenceUrl,
            notes == null ? before.notes() : notes,
            now);
    if (state.isPassed() && state.evidenceUrl() == null && state.notes() == null) {
      return Decision.declined(
          ErrorCode.CONFLICT, "A check of your own is PASSED with evidenceUrl or notes");
    }
    book.put(CheckState.TABLE, state);
    return Decision.accepted(200, CheckView.of(check, state));
  }

  private Key key() {
    return Key.of(partnerId, check.checkId());
  }
}
