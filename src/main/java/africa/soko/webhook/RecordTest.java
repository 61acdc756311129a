package africa.soko.webhook;

import africa.soko.ledger.Book;
import africa.soko.ledger.Command;
import africa.soko.ledger.Decision;
import africa.soko.ledger.Needs;
import org.jspecify.annotations.Nullable;

/// Logs a test delivery that was made, and keeps its answer for a repeat of the request.
record RecordTest(DeliveryAttempt attempt) implements Command {

  /// The answer.
  ///
  /// @param delivered whether the endpoint answered 2xx in time
  /// @param statusCode what it answered, or null if it did not
  record Tested(
      boolean delivered, @Nullable Integer statusCode, String deliveryId, String eventId) {}

  @Override
  public String partnerId() {
    return attempt.partnerId();
  }

  @Override
  public void needs(Needs needs) {
    // Nothing but the new row.
  }

  @Override
  public Decision decide(Book book) {
    book.put(DeliveryAttempt.TABLE, attempt);
    return Decision.accepted(
        200,
        new Tested(
            attempt.success(), attempt.statusCode(), attempt.attemptId(), attempt.eventId()));
  }
}
