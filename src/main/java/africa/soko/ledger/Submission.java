package africa.soko.ledger;

import africa.soko.audit.AuditEntry;
import africa.soko.edge.Answer;
import africa.soko.edge.Idempotency;
import africa.soko.edge.Origin;
import africa.soko.edge.Principal;
import africa.soko.edge.RequestName;
import africa.soko.platform.db.Key;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A command on its way, with what its answer needs.
record Submission(Command command, Origin origin) {

  /// Where its answer is kept, or null if it is not.
  @Nullable Key storedKey() {
    var idempotency = origin.idempotency();
    return idempotency == null
        ? null
        : StoredAnswer.key(command.partnerId(), idempotency.keyHash());
  }

  /// @throws NullPointerException if it has none
  Idempotency idempotency() {
    return Objects.requireNonNull(origin.idempotency());
  }

  /// Whether nobody waits for it: the service does it of its own accord.
  boolean isService() {
    return origin.who() instanceof Principal.Service;
  }

  /// What the audit log says of it: nothing of what nobody decided, or decided before.
  @Nullable AuditEntry audited(Answer answer, Book book) {
    var asked = origin.asked();
    if (asked == null || !answer.storable() || answer.replayed()) return null;
    var made = answer.isDone() ? book.made() : null;
    return AuditEntry.of(
        command.partnerId(),
        origin.who(),
        made == null ? asked : asked.made(made),
        origin.request(),
        answer.status());
  }

  RequestName request() {
    return origin.request();
  }
}
