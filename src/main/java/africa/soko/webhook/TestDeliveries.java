package africa.soko.webhook;

import africa.soko.edge.Answer;
import africa.soko.edge.Call;
import africa.soko.edge.ErrorCode;
import africa.soko.edge.Idempotency;
import africa.soko.edge.Origin;
import africa.soko.edge.Refused;
import africa.soko.ledger.Book;
import africa.soko.ledger.Command;
import africa.soko.ledger.Decision;
import africa.soko.ledger.Ledger;
import africa.soko.ledger.Needs;
import africa.soko.ledger.StoredAnswerStore;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import java.util.Objects;

/// Posts a test event and records it afterwards. What went out cannot be taken back: from then on
/// nobody is told that nothing was done, and a repeat with the same key finds what was.
final class TestDeliveries {
  private final WebhookStore webhooks;
  private final StoredAnswerStore answers;
  private final Courier courier;
  private final Ledger ledger;
  private final UnrecordedTests unrecorded = new UnrecordedTests();

  TestDeliveries(WebhookStore webhooks, StoredAnswerStore answers, Courier courier, Ledger ledger) {
    this.webhooks = webhooks;
    this.answers = answers;
    this.courier = courier;
    this.ledger = ledger;
  }

  /// Fails with NOT_FOUND if the partner has no such webhook.
  Future<Answer> test(Call call, String webhookId) {
    var partnerId = call.caller().partnerId();
    var key = Objects.requireNonNull(call.idempotency(), "a test comes with a key");
    var sent = unrecorded.find(partnerId, key);
    if (sent.isPresent()) return record(sent.get(), key, call.origin());
    return answers
        .isUsed(partnerId, key)
        .compose(
            isUsed ->
                isUsed
                    ? ledger.send(new Repeat(partnerId), call.origin())
                    : webhooks
                        .find(partnerId, webhookId)
                        .map(found -> found.orElseThrow(WebhookService::notFound))
                        .compose(webhook -> send(webhook, key, call.origin())));
  }

  private Future<Answer> send(Webhook webhook, Idempotency key, Origin origin) {
    return courier.test(webhook).compose(attempt -> record(attempt, key, origin));
  }

  private Future<Answer> record(DeliveryAttempt attempt, Idempotency key, Origin origin) {
    unrecorded.keep(attempt, key);
    return ledger
        .send(new RecordTest(attempt), origin)
        .transform(done -> Future.succeededFuture(told(done, attempt, key, origin)));
  }

  private Answer told(
      AsyncResult<Answer> done, DeliveryAttempt attempt, Idempotency key, Origin origin) {
    if (done.succeeded() && done.result().status() < ErrorCode.INTERNAL_ERROR.status()) {
      unrecorded.recorded(attempt, key);
      return done.result();
    }
    return Answer.refusal(
        Refused.of(
            ErrorCode.INTERNAL_ERROR,
            "The test event was sent and could not be recorded; repeat with the same key"),
        origin.request());
  }

  /// Asks for the answer that the ledger keeps; it is decided only if that was forgotten meanwhile.
  private record Repeat(String partnerId) implements Command {
    @Override
    public void needs(Needs needs) {
      // The kept answer is loaded for every command.
    }

    @Override
    public Decision decide(Book book) {
      return Decision.declined(ErrorCode.CONFLICT, "The Idempotency-Key was just forgotten");
    }
  }
}
